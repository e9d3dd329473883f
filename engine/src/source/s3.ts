/**
 * Objects of S3 and of stores that speak its language: an `s3://bucket/key` is asked for over https, signed as the tools of
 * AWS sign (Signature Version 4), with the credentials they find in the environment or in the profile's files. Without any,
 * requests are not signed, which does for public buckets.
 */

import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import { TagviewError } from "../errors.ts";
import { type Ask, request } from "./url.ts";

/** What the environment and the profile's files say. */
export interface S3Config {
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null;
  region: string;
  /** Another store's address; null for that of AWS. */
  endpoint: string | null;
}

type Environment = Record<string, string | undefined>;
type Section = Map<string, string>;

/** The sections of a file of profiles; none where there is no such file. */
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
    // What is indented belongs to the key above it, and is no key of ours.
    const [, key, value] = /^([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) section.set(key.toLowerCase(), value);
  }
  return sections;
}

/**
 * As the tools of AWS find it: the environment first, then the profile's section of the credentials and of the
 * configuration file. Other ways (processes, single sign-on, roles, metadata services) are not followed.
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
 * Where an object lies.
 * @throws TagviewError `open-failed` where that names none.
 */
export function addressOf(url: string, { endpoint, region }: S3Config): string {
  const [, bucket, key] = /^s3:\/\/([^/]+)\/(.+)$/i.exec(url) ?? [];
  if (bucket === undefined || key === undefined) {
    throw new TagviewError("open-failed", "this names no object of a bucket", "write s3://BUCKET/KEY");
  }
  const path = key.split("/").map(encodeURIComponent).join("/");
  if (endpoint !== null) return `${endpoint.replace(/\/+$/, "")}/${bucket}/${path}`;
  // The certificate of AWS covers no names with more dots.
  const isHost = /^[a-z0-9][a-z0-9-]+$/.test(bucket);
  const host = `s3.${region}.amazonaws.com`;
  return isHost ? `https://${bucket}.${host}/${path}` : `https://${host}/${bucket}/${path}`;
}

/** What people are told of answers that a store is known for. */
const REFUSALS: Record<number, [message: string, remedy: string]> = {
  400: ["the store does not understand the request (400)", "check the region: AWS_REGION, or the profile's"],
  401: [
    "the store wants credentials (401)",
    "set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
  ],
  403: ["the store refuses (403)", "check the credentials, and whether they may read this object"],
  404: ["there is no such object or bucket (404)", "check the name"],
};

/** Asks once, signed. */
export const s3Request: Ask = async (url, signal, range) => {
  const ask = async (config: S3Config): Promise<Response> => {
    const address = addressOf(url, config);
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
};
