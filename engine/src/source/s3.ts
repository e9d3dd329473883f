/**
 * Objects of S3 and compatible stores: an `s3://bucket/key` is requested over https, signed like the tools of AWS
 * (Signature Version 4), with credentials from the environment or from the files of the profile. Without credentials,
 * requests are not signed, which suffices for public buckets.
 */

import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import { TagviewError } from "../errors.ts";
import { type Ask, request } from "./url.ts";

/** Settings from the environment and the profile's files. */
export interface S3Config {
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null;
  region: string;
  /** Address of another store; null for AWS. */
  endpoint: string | null;
}

type Environment = Record<string, string | undefined>;
type Section = Map<string, string>;

/** The sections of a file of profiles; none if the file is missing. */
function sectionsOf(path: string): Map<string, Section> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return new Map();
  }
  const sections = new Map<string, Section>();
  let section: Section = new Map();
  for (const line of text.split(/\r?\n/)) {
    const name = /^\s*\[\s*(?:profile\s+)?(.+?)\s*\]/.exec(line)?.[1];
    if (name !== undefined) {
      section = sections.get(name) ?? new Map();
      sections.set(name, section);
    }
    // Indented lines belong to the key above, and hold no keys used here.
    const [, key, value] = /^([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) section.set(key.toLowerCase(), value);
  }
  return sections;
}

/**
 * Settings in the order of the tools of AWS: the environment, then the profile's section of the credentials and of the
 * configuration file. Other sources (processes, single sign-on, roles, metadata services) are not supported.
 */
export function s3Config(env: Environment, home = homedir()): S3Config {
  const name = env.AWS_PROFILE || "default";
  const files = [
    env.AWS_SHARED_CREDENTIALS_FILE || join(home, ".aws", "credentials"),
    env.AWS_CONFIG_FILE || join(home, ".aws", "config"),
  ];
  const sections = files.map((path) => sectionsOf(path).get(name));
  const profile = (key: string) => sections.map((section) => section?.get(key)).find(Boolean);
  const fromEnv = [env.AWS_ACCESS_KEY_ID, env.AWS_SECRET_ACCESS_KEY, env.AWS_SESSION_TOKEN];
  const isInEnv = fromEnv[0] && fromEnv[1];
  const [accessKeyId, secretAccessKey, sessionToken] = isInEnv
    ? fromEnv
    : ["aws_access_key_id", "aws_secret_access_key", "aws_session_token"].map(profile);
  const endpoint = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || profile("endpoint_url") || null;
  return {
    credentials:
      accessKeyId && secretAccessKey
        ? { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
        : null,
    region: env.AWS_REGION || env.AWS_DEFAULT_REGION || profile("region") || "us-east-1",
    endpoint,
  };
}

/**
 * The address of an object.
 * @throws TagviewError `open-failed` if it names no object.
 */
export function addressOf(url: string, { endpoint, region }: S3Config): string {
  const [, bucket, key] = /^s3:\/\/([^/]+)\/(.+)$/i.exec(url) ?? [];
  if (bucket === undefined || key === undefined) {
    throw new TagviewError(
      "open-failed",
      "this is not the name of an object in a bucket",
      "write s3://BUCKET/KEY",
    );
  }
  const path = key.split("/").map(encodeURIComponent).join("/");
  return `${addressOfBucket(bucket, { endpoint, region })}/${path}`;
}

/** Returns the address of a bucket. */
export function addressOfBucket(
  bucket: string,
  { endpoint, region }: Pick<S3Config, "endpoint" | "region">,
): string {
  if (endpoint !== null) return `${endpoint.replace(/\/+$/, "")}/${bucket}`;
  // The certificate of AWS covers no names with more dots.
  const isHost = /^[a-z0-9][a-z0-9-]+$/.test(bucket);
  const host = `s3.${region}.amazonaws.com`;
  return isHost ? `https://${bucket}.${host}` : `https://${host}/${bucket}`;
}

/** Explanations of the known errors of a store. */
const REFUSALS: Record<number, [message: string, remedy: string]> = {
  400: ["the store rejects the request as invalid (400)", "check the region: AWS_REGION, or the profile's"],
  401: [
    "the store requires credentials (401)",
    "set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
  ],
  403: ["the store denies access (403)", "check the credentials, and whether they may read this object"],
  404: ["there is no such object or bucket (404)", "check the name"],
};

/** Sends one signed request. */
export const s3Request: Ask = (url, signal, range) =>
  signedRequest((config) => addressOf(url, config), signal, range);

/** Sends one signed request to an address of the store. */
export async function signedRequest(
  addressIn: (config: S3Config) => string,
  signal: AbortSignal,
  range?: string,
): Promise<Response> {
  const ask = async (config: S3Config): Promise<Response> => {
    const address = addressIn(config);
    if (config.credentials === null) return request(address, signal, range);
    const client = new AwsClient({ ...config.credentials, service: "s3", region: config.region });
    const { headers } = await client.sign(address);
    return request(address, signal, range, Object.fromEntries(headers));
  };
  const config = s3Config(process.env);
  let response = await ask(config);
  const region = response.headers.get("x-amz-bucket-region");
  if (!response.ok && region !== null && region !== config.region) {
    await response.body?.cancel();
    response = await ask({ ...config, region });
  }
  const refusal = REFUSALS[response.status];
  if (refusal === undefined) return response;
  await response.body?.cancel();
  throw new TagviewError("open-failed", ...refusal);
}
