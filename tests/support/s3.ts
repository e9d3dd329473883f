/** A small S3 store: objects by path, ranges, and independently computed signatures (Signature Version 4). */

import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export const ACCESS_KEY = "AKIDEXAMPLE";
export const SECRET_KEY = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";

export interface Store {
  endpoint: string;
  /** Total bytes of objects sent. */
  bytes: number;
  /** Status of each response. */
  statuses: number[];
  /** Faulty responses: a status, or a connection that breaks off half-way. */
  faults: (number | "cut")[];
  close(): void;
}

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Whether a request is signed with the test's key, for `region`. */
function isSigned({ method, url = "", headers }: IncomingMessage, region: string): boolean {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    );
  if (found === null) return false;
  const [, key, day = "", place, names = "", signature] = found;
  const stamp = String(headers["x-amz-date"]);
  if (key !== ACCESS_KEY || place !== region || !stamp.startsWith(day)) return false;
  const signed = names.split(";");
  if (!["host", "x-amz-date", "x-amz-content-sha256"].every((name) => signed.includes(name))) return false;
  const [path, query = ""] = url.split("?");
  const canonical = [
    method,
    path,
    query.split("&").sort().join("&"),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    "",
    names,
    headers["x-amz-content-sha256"],
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", stamp, scope, sha256(canonical)].join("\n");
  const derived = [day, region, "s3", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${SECRET_KEY}`);
  return hmac(derived, toSign).toString("hex") === signature;
}

/** A page of the objects of a bucket, two at a time. */
function listOf(objects: Record<string, Uint8Array>, bucket: string, query: URLSearchParams): string | null {
  const keys = Object.keys(objects).filter((path) => path.startsWith(`${bucket}/`));
  if (keys.length === 0) return null;
  const found = keys.filter((path) => path.startsWith(`${bucket}/${query.get("prefix")}`)).sort();
  const from = Number(query.get("continuation-token") ?? 0);
  const contents = found.slice(from, from + 2).map((path) => {
    const key = path.slice(bucket.length + 1).replaceAll("&", "&amp;");
    return `<Contents><Key>${key}</Key><Size>${objects[path]?.length}</Size></Contents>`;
  });
  const next = from + 2 < found.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : "";
  return `<?xml version="1.0"?><ListBucketResult xmlns="x">${contents.join("")}${next}</ListBucketResult>`;
}

/** Serves `objects` at `/bucket/key`; those in the bucket `public` need no signature. */
export async function openStore(objects: Record<string, Uint8Array>, region = "eu-test-1"): Promise<Store> {
  const server = createServer((asked, answer) => {
    const finish = (status: number, headers: Record<string, string | number> = {}, body?: Uint8Array) => {
      store.statuses.push(status);
      answer.writeHead(status, headers).end(body);
    };
    const path = decodeURIComponent(asked.url ?? "");
    const fault = store.faults.shift();
    if (typeof fault === "number") return finish(fault, { "retry-after": 0 });
    if (!/^\/public[/?]/.test(path) && !isSigned(asked, region)) return finish(403);
    const asks = new URL(asked.url ?? "", "http://store");
    if (asks.searchParams.get("list-type") === "2") {
      const page = listOf(objects, asks.pathname, asks.searchParams);
      return page === null ? finish(404) : finish(200, {}, Buffer.from(page));
    }
    const object = objects[path];
    if (object === undefined) return finish(404);
    const [, from = "0", to = ""] = /^bytes=(\d+)-(\d*)$/.exec(asked.headers.range ?? "") ?? [];
    const part = object.subarray(Number(from), to === "" ? object.length : Number(to) + 1);
    const headers = {
      etag: '"1"',
      "content-length": part.length,
      "content-range": `bytes ${from}-${Number(from) + part.length - 1}/${object.length}`,
    };
    if (fault === "cut") {
      answer.writeHead(206, headers).write(part.subarray(0, part.length / 2));
      setTimeout(() => answer.socket?.destroy(), 20);
      return;
    }
    store.bytes += part.length;
    finish(asked.headers.range ? 206 : 200, headers, part);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const store: Store = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: 0,
    statuses: [],
    faults: [],
    close: () => void server.close(),
  };
  return store;
}
