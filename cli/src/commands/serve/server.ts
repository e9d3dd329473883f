/** The server behind `tagview serve`: for one person, on this computer only. */

import { existsSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import sirv from "sirv";
import { assetPath } from "../../runtime/assets";
import { TagviewError } from "../../runtime/engine";
import { openServed, sendFile } from "./files";

const HOST = "127.0.0.1";

/** The page may connect to nothing but this server, and no other page may frame it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS = {
  "Content-Security-Policy": POLICY,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
};

/**
 * Serves the page, the list of files at `files.json` (`[{name, url, bytes}]`) and the n-th file at `files/N`.
 * Resolves to the server's address.
 * @throws TagviewError `open-failed` where a file, the page or the port can't be had.
 */
export async function startServer(paths: string[], port: number): Promise<string> {
  const files = paths.map(openServed);
  const list = JSON.stringify(files.map(({ name, bytes }, n) => ({ name, url: `files/${n}`, bytes })));
  const page = sirv(viewerFolder(), { etag: true });

  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    if (!isOurs(request)) return refuse(response, 421, "This server answers to its own address only.");
    if (request.method !== "GET" && request.method !== "HEAD") {
      return refuse(response, 405, "This server only gives.");
    }
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    if (path === "/files.json") {
      response.setHeader("Content-Type", "application/json");
      response.setHeader("Cache-Control", "no-store");
      response.end(list);
      return;
    }
    const served = /^\/files\/(\d{1,6})$/.exec(path);
    const file = served === null ? undefined : files[Number(served[1])];
    if (file !== undefined) return sendFile(file, request, response);
    page(request, response, () => refuse(response, 404, "There is nothing here."));
  });

  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      reject(
        new TagviewError(
          "open-failed",
          `port ${port} can't be had (${cause.code})`,
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
      resolve(`http://${HOST}:${typeof address === "object" && address !== null ? address.port : port}/`);
    });
  });
}

/** Whether a request names this computer; another host's name that was made to point here (DNS rebinding) does not. */
function isOurs({ headers }: IncomingMessage): boolean {
  return /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? "");
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { "Content-Type": "text/plain" });
  response.end(`${sentence}\n`);
}

/** The folder of the page: in the package beside the bundle, in the repository where it is built. */
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
