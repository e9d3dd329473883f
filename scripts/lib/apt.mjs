import { readFileSync } from "node:fs";
import { run } from "./run.mjs";

function release() {
  try {
    return readFileSync("/etc/os-release", "utf8");
  } catch {
    return "";
  }
}

/** Debian and what descends from it, as root: the one case in which set-up may install packages. */
export const canInstall = process.getuid?.() === 0 && /^ID(_LIKE)?=.*debian/m.test(release());

/** Ubuntu's `chromium` is a pointer to a snap, which needs a running snapd. */
export const isUbuntu = /^ID=.*ubuntu/m.test(release());

let updated;

/** Installs one Debian package; its own output is kept for when it fails. */
export async function install(name) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  updated ??= run("apt-get", ["update", "-qq"], { env });
  // An update that fails in one of several sources is often still good enough.
  await updated;
  return run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], { env });
}
