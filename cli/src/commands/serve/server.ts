/** The server behind `tagview serve`: for one user, on this computer only. */

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import sirv from "sirv";
import { assetPath } from "../../runtime/assets";
import { TagviewError } from "../../runtime/engine";
import { openServed, sendFile } from "./files";

const HOST = "127.0.0.1";
/**
 * Length of the secret: 128 bits cannot be guessed. Other users of this computer can reach the port, but not the files.
 */
const SECRET_BYTES = 16;
/** The environment variable that names the secret instead, for an address that stays the same. */
const SECRET = "TAGVIEW_SERVE_SECRET";

/** The page may connect to nothing but this server, and no other page may frame it. */
const policy = (...own: string[]) =>
  [
    "default-src 'none'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...own,
  ].join("; ");
const PAGE_POLICY = policy(
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
);
/** The documentation has styles in its elements, for example for coloured code, and icons as data. */
const DOCS_POLICY = policy("script-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data:");

const HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
};

/**
 * Serves, below a secret path, the page, the documentation at `docs/`, the list of files at `files.json` (`[{name, url,
 * bytes}]`) and the n-th file at `files/N`. Resolves to the server's address.
 * @throws TagviewError `open-failed` if a file, the page or the port is not available.
 */
export async function startServer(paths: string[], port: number): Promise<string> {
  const files = paths.map(openServed);
  const list = JSON.stringify(files.map(({ name, bytes }, n) => ({ name, url: `files/${n}`, bytes })));
  const page = sirv(viewerFolder(), { etag: true });
  const secret = secretOf(process.env[SECRET]);

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    response.setHeader("Content-Security-Policy", PAGE_POLICY);
    if (!isOurs(request))
      return refuse(response, 421, "This server only answers requests to its own address.");
    if (!isFromOurs(request))
      return refuse(response, 403, "This server only answers requests from its own page.");
    if (request.method !== "GET" && request.method !== "HEAD") {
      return refuse(response, 405, "This server only gives.");
    }
    const path = pathBelow(secret, request.url ?? "/");
    if (path === null) return refuse(response, 404, "There is nothing here.");
    // Relative addresses in these pages need the slash.
    if (path === "" || path === "/docs") {
      response.writeHead(308, { Location: `/${secret}${path}/` }).end();
      return;
    }
    request.url = path;
    if (path.startsWith("/docs/")) response.setHeader("Content-Security-Policy", DOCS_POLICY);
    if (path === "/files.json") {
      response.setHeader("Content-Type", "application/json");
      response.setHeader("Cache-Control", "no-store");
      // The page is not stored for offline use at an address that is never used again.
      if (process.env[SECRET] === undefined) response.setHeader("Tagview-Address", "temporary");
      response.end(list);
      return;
    }
    const served = /^\/files\/(\d{1,6})$/.exec(path);
    const file = served === null ? undefined : files[Number(served[1])];
    if (file !== undefined) return sendFile(file, request, response);
    page(request, response, () => refuse(response, 404, "There is nothing here."));
  };
  const server = createServer((request, response) => {
    try {
      answer(request, response);
    } catch {
      // One file that fails ends neither the program nor the other files.
      if (response.headersSent) response.destroy();
      else refuse(response, 500, "This could not be read.");
    }
  });

  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      reject(
        new TagviewError(
          "open-failed",
          `port ${port} is not available (${cause.code})`,
          "choose another with --port",
          null,
          {
            cause,
          },
        ),
      );
    });
    server.listen(port, HOST, () => {
      const address = server.address();
      const at = typeof address === "object" && address !== null ? address.port : port;
      resolve(`http://${HOST}:${at}/${secret}/`);
    });
  });
}

/**
 * The secret: `wanted` if given, otherwise a random one.
 * @throws TagviewError `usage` if `wanted` is easy to guess or cannot be part of a path.
 */
function secretOf(wanted: string | undefined): string {
  if (wanted === undefined) return randomBytes(SECRET_BYTES).toString("base64url");
  if (/^[\w-]{22,100}$/.test(wanted)) return wanted;
  throw new TagviewError(
    "usage",
    `${SECRET} is not a valid secret`,
    "set it to 22 to 100 random letters, digits, - or _",
  );
}

/** The part of the path after the secret; empty for the secret alone, null for any other path. */
function pathBelow(secret: string, url: string): string | null {
  const [path = ""] = url.split("?");
  const end = path.indexOf("/", 1);
  const first = path.slice(1, end < 0 ? undefined : end);
  // Digests have one length, and comparing them takes the same time for any difference.
  const digest = (text: string) => createHash("sha256").update(text).digest();
  if (!timingSafeEqual(digest(first), digest(secret))) return null;
  return end < 0 ? "" : path.slice(end);
}

/** The addresses of this server, by the port that a request came in at. */
function hosts({ socket }: IncomingMessage): string[] {
  const names = [HOST, "localhost"];
  // A browser leaves out the port that is HTTP's own.
  return socket.localPort === 80 ? names : names.map((name) => `${name}:${socket.localPort}`);
}

/** Whether a request names this server; another host's name that was made to point here (DNS rebinding) does not. */
function isOurs(request: IncomingMessage): boolean {
  return hosts(request).includes(request.headers.host ?? "");
}

/** Whether a request is not another page's. */
function isFromOurs(request: IncomingMessage): boolean {
  const { origin } = request.headers;
  return origin === undefined || hosts(request).some((host) => origin === `http://${host}`);
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { "Content-Type": "text/plain" });
  response.end(`${sentence}\n`);
}

/** The folder of the page: next to the bundle in the package, in `web/dist` in the repository. */
function viewerFolder(): string {
  const folder = [assetPath("viewer"), assetPath("../../web/dist")].find((path) =>
    existsSync(`${path}/index.html`),
  );
  if (folder === undefined) {
    throw new TagviewError(
      "open-failed",
      "the page is not built",
      "run npm run build in the repository first",
    );
  }
  return folder;
}
