/**
 * The objects below an address in an S3 store, from its list of objects (ListObjectsV2): of an `s3://bucket/folder`, or
 * of the https address of a public bucket.
 */

import { cancelled, TagviewError } from "../errors.ts";
import type { SourceDescription } from "./description.ts";
import { addressOfBucket, type S3Config, signedRequest } from "./s3.ts";
import { SILENCE_MS, unlessSilent } from "./silence.ts";
import { request } from "./url.ts";

/** An object below a folder. */
export interface StoredFile {
  bytes: number;
  source: SourceDescription;
}

/** Maximum objects of a folder: their names are held in memory. */
const MOST_FILES = 1_000_000;
/** Maximum characters of a page of the list: a page has 1,000 names of up to 1,024 bytes. */
const MOST_PAGE = 8 << 20;

/** A list of objects: the request of a page, and the address of an object. */
interface ObjectList {
  ask(query: string, signal: AbortSignal): Promise<Response>;
  addressOf(key: string): string;
  prefix: string;
}

/**
 * The files below a folder, by their paths in it; null if the server returns no list, or there are none.
 * @throws TagviewError `open-failed`, `too-large`, `cancelled`.
 */
export async function filesOfStore(
  url: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<Map<string, StoredFile> | null> {
  for (const list of listsOf(url)) {
    const files = await filesOf(list, signal);
    if (files !== null && files.size > 0) return files;
  }
  return null;
}

/** The lists that may contain the objects at an address. */
function listsOf(url: string): ObjectList[] {
  const folder = url.replace(/\/*$/, "");
  const [, bucketOfS3, keyOfS3 = ""] = /^s3:\/\/([^/]+)\/?(.*)$/i.exec(folder) ?? [];
  if (bucketOfS3 !== undefined) {
    const address = (query: string) => (config: S3Config) =>
      `${addressOfBucket(bucketOfS3, config)}?${query}`;
    return [
      {
        ask: (query, signal) => signedRequest(address(query), signal),
        addressOf: (key) => `s3://${bucketOfS3}/${key}`,
        prefix: prefixOf(keyOfS3),
      },
    ];
  }
  const { origin, pathname } = new URL(folder);
  const [bucket = "", ...key] = decodeURIComponent(pathname).replace(/^\//, "").split("/");
  const at = (bucketAddress: string, prefix: string): ObjectList => ({
    ask: (query, signal) => request(`${bucketAddress}?${query}`, signal),
    addressOf: (name) => `${bucketAddress}/${name.split("/").map(encodeURIComponent).join("/")}`,
    prefix: prefixOf(prefix),
  });
  // The bucket is the name of the host, or the first part of the path.
  return [at(`${origin}`, [bucket, ...key].join("/")), at(`${origin}/${bucket}`, key.join("/"))];
}

function prefixOf(key: string): string {
  return key === "" ? "" : `${key}/`;
}

async function filesOf(list: ObjectList, signal: AbortSignal): Promise<Map<string, StoredFile> | null> {
  const files = new Map<string, StoredFile>();
  let token: string | null = null;
  do {
    const query = new URLSearchParams({ "list-type": "2", prefix: list.prefix });
    if (token !== null) query.set("continuation-token", token);
    // A signature uses `%20`, unlike forms, which use `+`.
    const wanted = `${query}`.replaceAll("+", "%20");
    const page = await pageOf(list, wanted, signal);
    if (page === null) return null;
    for (const [, entry = ""] of page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
      const key = textOf(entry, "Key");
      const bytes = Number(textOf(entry, "Size") ?? Number.NaN);
      if (key === null || !key.startsWith(list.prefix) || key.endsWith("/") || !(bytes >= 0)) continue;
      const source: SourceDescription = { kind: "url", url: list.addressOf(key) };
      files.set(key.slice(list.prefix.length), { bytes, source });
    }
    if (files.size > MOST_FILES)
      throw new TagviewError(
        "too-large",
        `there are more than ${MOST_FILES} objects below this address`,
        "name the folder of one repository",
      );
    const next: string | null = textOf(page, "NextContinuationToken");
    // A store that returns the same page again would never end.
    if (next !== null && next === token) return files;
    token = next;
  } while (token !== null);
  return files;
}

/** A page of a list; null if the response is not one. */
async function pageOf(list: ObjectList, query: string, signal: AbortSignal): Promise<string | null> {
  const text = await unlessSilent(SILENCE_MS, signal, async (signal) => {
    const response = await list.ask(query, signal);
    if (!response.ok || Number(response.headers.get("content-length") ?? 0) > MOST_PAGE) {
      await response.body?.cancel();
      return "";
    }
    let page = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      page += decoder.decode(chunk, { stream: true });
      if (page.length > MOST_PAGE) return "";
    }
    return page;
  });
  if (signal.aborted) throw cancelled(signal);
  return text.includes("<ListBucketResult") ? text : null;
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The text of an element without nested ones. */
function textOf(xml: string, name: string): string | null {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  if (text === undefined) return null;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (all, hex, decimal, entity) => {
    const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : null;
    if (code !== null) return code <= 0x10ffff ? String.fromCodePoint(code) : all;
    return ENTITIES[entity] ?? all;
  });
}
