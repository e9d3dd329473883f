/** `tagview serve`, over the wire, as its page and as a hostile client see it. */

import { type ChildProcess, spawn } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CLI, scratch, tagview, write } from "../support/command-line";

const pages = ["../../cli/dist/viewer", "../../web/dist"].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
const built = pages.find((path) => existsSync(join(path, "index.html")));
if (built === undefined) console.log("skipped: the page is not built");
const isLinux = process.platform === "linux";

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends a request for a path exactly as given, and returns the response. */
function ask(address: string, line: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { hostname, port, host } = new URL(address);
  const [method, path] = line.split(" ");
  const sent = request({ hostname, port, method, path, setHost: false, headers: { Host: host, ...headers } });
  sent.end();
  return new Promise((resolve, reject) => {
    sent.on("error", reject);
    sent.on("response", (answer) => {
      let body = "";
      answer.setEncoding("latin1");
      answer.on("data", (chunk) => {
        body += chunk;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
    });
  });
}

/** Starts a server, and gives its address. */
async function start(files: string[], options: { env?: NodeJS.ProcessEnv } = {}) {
  const child = spawn(process.execPath, [CLI, "serve", ...files], options);
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (text) => resolve(String(text)));
    child.once("exit", () => reject(new Error("It ended.")));
  });
  return { child, line, address: line.trim() };
}

/** Settles when a process has ended. */
const end = (child: ChildProcess) => new Promise((resolve) => child.once("exit", resolve));

describe.skipIf(built === undefined)("serve", () => {
  const folder = scratch();
  const secret = write(folder, "secret", "not given");
  const file = write(folder, "a b.tags.zst", "0123456789");
  const moving = write(folder, "moving", "first");
  const inner = join(folder, "inner");
  mkdirSync(inner);
  const link = join(folder, "link");
  let child: ChildProcess;
  let address = "";
  let path = "";
  let line = "";
  const get = (below: string, headers?: Record<string, string>) =>
    ask(address, `GET ${path}${below}`, headers);

  beforeAll(async () => {
    symlinkSync(file, link);
    ({ child, line, address } = await start([file, link, moving, write(inner, "deep", "deep")]));
    path = new URL(address).pathname;
  }, 60_000);
  afterAll(() => void child.kill());

  it("prints an address on this computer that nobody can guess, and nothing else", async () => {
    expect(line).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\/\n$/);
    const other = await start([]);
    expect(new URL(other.address).pathname).not.toBe(path);
    other.child.kill();
  }, 60_000);

  it("prints with --json an object with the address and the names of its files", async () => {
    const other = await start(["--json", file]);
    other.child.kill();
    const { address, ...rest } = JSON.parse(other.line);
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\/$/);
    expect(rest).toEqual({ files: [file] });
    const schema = JSON.parse((await tagview(["schema", "serve"])).stdout);
    expect(Object.keys(schema.properties)).toEqual(["address", "files"]);
  }, 60_000);

  it("returns nothing to a client that does not know the address", async () => {
    const wrong = path.replace(/.\/$/, (last) => (last === "A/" ? "B/" : "A/"));
    for (const at of [
      "/",
      "/index.html",
      "/files.json",
      "/files/0",
      wrong,
      `${wrong}files/0`,
      "//",
      `/x${path}`,
    ]) {
      const { status, body } = await ask(address, `GET ${at}`);
      expect([at, status, body]).toEqual([at, 404, "There is nothing here.\n"]);
    }
  });

  it("gives the page, under a policy that lets nothing out", async () => {
    const { status, headers, body } = await get("");
    expect(status).toBe(200);
    expect(headers["content-type"]).toContain("text/html");
    expect(`${headers["content-security-policy"]}`.split("; ").sort()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self' blob:",
      "manifest-src 'self'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "style-src 'self'",
      "worker-src 'self'",
    ]);
    expect(headers).toMatchObject({
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
    });
    // At any other address, the page includes its policy, and has no inline script or style.
    expect(body).toMatch(
      /http-equiv="Content-Security-Policy"\s+content="default-src 'none'; script-src 'self' /,
    );
    expect(body.match(/<script(?![^>]* src=)/g)).toBe(null);
    expect(body.match(/<style|\sstyle=|\son\w+=|javascript:|https?:/g)).toBe(null);
    expect((await ask(address, `GET ${path.slice(0, -1)}`)).headers.location).toBe(path);
  });

  it("gives the documentation, without scripts inside its pages", async () => {
    const { status, headers, body } = await get("docs/");
    expect(status).toBe(200);
    expect(`${headers["content-security-policy"]}`).toContain("default-src 'none'; connect-src 'self';");
    expect(`${headers["content-security-policy"]}`).toContain("script-src 'self';");
    expect(body.match(/<script(?![^>]* src=)/g)).toBe(null);
    expect(body.match(/(?:src|href)="(?:\/|https?:)/g)).toBe(null);
    expect((await ask(address, `GET ${path}docs`)).headers.location).toBe(`${path}docs/`);
  });

  it("lists the files and gives them, whole and by range", async () => {
    const { body, headers } = await get("files.json");
    // The page is not kept for use without network under this address.
    expect(headers["tagview-address"]).toBe("temporary");
    expect(JSON.parse(body)).toEqual([
      { name: "a b.tags.zst", url: "files/0", bytes: 10 },
      { name: "link", url: "files/1", bytes: 10 },
      { name: "moving", url: "files/2", bytes: 5 },
      { name: "deep", url: "files/3", bytes: 4 },
    ]);
    const range = async (wanted: string) => {
      const { status, headers, body } = await get("files/0", { Range: wanted });
      return [status, headers["content-range"], body];
    };
    expect((await get("files/0")).body).toBe("0123456789");
    expect(await range("bytes=2-4")).toEqual([206, "bytes 2-4/10", "234"]);
    expect(await range("bytes=7-")).toEqual([206, "bytes 7-9/10", "789"]);
    expect(await range("bytes=-3")).toEqual([206, "bytes 7-9/10", "789"]);
    expect(await range("bytes=0-99")).toEqual([206, "bytes 0-9/10", "0123456789"]);
    expect(await range("bytes=10-")).toEqual([416, "bytes */10", ""]);
    expect(await range("lines=1-2")).toEqual([200, undefined, "0123456789"]);
  });

  it("gives only the files that were named, and lists no folder", async () => {
    const outside = ["files/4", "files/-1", "files/0/", "files", "files/", "assets", "assets/", ".", ".."];
    const escapes = [
      "files/0/..%2fsecret",
      `..%2f..%2f${secret}`,
      `../../../../../../../..${secret}`,
      "..%2f..%2fpackage.json",
      "%2e%2e/%2e%2e/package.json",
      "assets/../../../package.json",
      "..\\..\\package.json",
      "files/0%00",
      "/etc/passwd",
    ];
    for (const below of [...outside, ...escapes]) {
      const { status, body } = await get(below);
      expect([below, status, body]).toEqual([below, 404, "There is nothing here.\n"]);
    }
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"])
      expect([method, (await ask(address, `${method} ${path}`)).status]).toEqual([method, 405]);
  });

  it("does not answer to another name (DNS rebinding), nor to another page", async () => {
    const { port, host } = new URL(address);
    for (const name of [
      "evil.example",
      `evil.example:${port}`,
      "127.0.0.1:1",
      "127.0.0.1",
      "localhost.evil.example",
    ])
      expect([name, (await get("files/0", { Host: name })).status]).toEqual([name, 421]);
    for (const origin of [
      "http://evil.example",
      "null",
      "http://127.0.0.1:1",
      `https://${host}`,
      `http://${host}.x`,
    ])
      expect([origin, (await get("files/0", { Origin: origin })).status]).toEqual([origin, 403]);
    for (const own of [`http://${host}`, `http://localhost:${port}`])
      expect((await get("files/0", { Origin: own })).status).toBe(200);
  });

  it("goes on giving the file that a symbolic link led to at first, also as it grows", async () => {
    rmSync(link);
    symlinkSync(secret, link);
    expect((await get("files/1")).body).toBe("0123456789");
    appendFileSync(file, "ab");
    expect((await get("files/1", { Range: "bytes=8-" })).body).toBe("89ab");
  });

  it("gives nothing that took the place of a file", async () => {
    expect((await get("files/2")).body).toBe("first");
    renameSync(write(folder, "newer", "second"), moving);
    expect(await get("files/2")).toMatchObject({ status: 410, body: "This file was replaced or removed.\n" });
    rmSync(moving);
    symlinkSync(secret, moving);
    expect((await get("files/2")).status).toBe(410);
    // Its folder has become a file.
    rmSync(inner, { recursive: true });
    write(folder, "inner", "");
    expect((await get("files/3")).status).toBe(410);
    expect((await get("files/0")).status).toBe(200);
  });
});

describe.skipIf(built === undefined)("serve refuses", () => {
  const folder = scratch();
  const made = (name: string, make: () => void): string => {
    make();
    return name;
  };

  it.each([
    ["what is not there", (name: string) => name, ": there is no such file: check the name"],
    [
      "a link that leads nowhere",
      (name: string) => made(name, () => symlinkSync("nowhere", name)),
      ": there is no such file: check the name",
    ],
    [
      "a path through a file",
      (name: string) =>
        join(
          made(name, () => writeFileSync(name, "")),
          "x",
        ),
      ": a part of this path is a file, not a folder: check the name",
    ],
    ["a folder", (name: string) => made(name, () => mkdirSync(name)), "is not a regular file"],
  ])("%s, at the start", async (what, make, message) => {
    const { status, stdout, stderr } = await tagview(["serve", make(join(folder, what))]);
    expect([status, stdout, stderr]).toEqual([2, "", expect.stringContaining(message)]);
  });

  // If the test runs as root, the command runs as another user.
  it.skipIf(!isLinux)("what may not be read, at the start", async () => {
    const path = write(folder, "unreadable", "x");
    chmodSync(path, 0);
    const isRoot = process.getuid?.() === 0;
    const uid = isRoot ? { uid: 65_534, gid: 65_534 } : {};
    chmodSync(folder, 0o755);
    const child = spawn(process.execPath, [CLI, "serve", path], uid);
    let output = "";
    child.stderr.on("data", (text) => {
      output += text;
    });
    child.stdout.once("data", () => child.kill());
    expect(await end(child)).toBe(2);
    expect(output).toContain(`${path}: reading this file is not permitted: check its permissions`);
  });

  it("a secret that could be guessed", async () => {
    const child = spawn(process.execPath, [CLI, "serve"], {
      env: { ...process.env, TAGVIEW_SERVE_SECRET: "x" },
    });
    expect(await end(child)).toBe(2);
  });
});

describe.skipIf(built === undefined || !isLinux)("serve", () => {
  it("goes on where its address can't be printed", async () => {
    const full = openSync("/dev/full", "w");
    const secret = "0123456789abcdefghijkl";
    const child = spawn(process.execPath, [CLI, "serve"], {
      stdio: ["ignore", full, "pipe"],
      env: { ...process.env, TAGVIEW_SERVE_SECRET: secret },
    });
    closeSync(full);
    const output = await new Promise<string>((resolve) =>
      child.stderr?.once("data", (text) => resolve(String(text))),
    );
    const address = /http:\S+/.exec(output)?.[0] ?? "";
    expect(output).toContain("standard output can't be written");
    expect((await ask(address, `GET /${secret}/`)).status).toBe(200);
    child.kill();
  }, 60_000);

  it("ends with its parent", async () => {
    const script = `"$1" "$2" serve > "$3" & echo $!; until [ -s "$3" ]; do sleep 0.05; done`;
    const out = join(scratch(), "address");
    const parent = spawn("sh", ["-c", script, "sh", process.execPath, CLI, out]);
    const pid = Number(await new Promise((resolve) => parent.stdout.once("data", resolve)));
    await end(parent);
    expect(readFileSync(out, "utf8")).toContain("http:");
    const isThere = () => {
      try {
        process.kill(pid, 0);
        return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
      } catch {
        return false;
      }
    };
    await expect.poll(isThere, { timeout: 20_000 }).toBe(false);
  }, 60_000);
});
