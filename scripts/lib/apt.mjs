import { readFileSync } from "node:fs";
import { run } from "./run.mjs";

function release() {
  try {
    return readFileSync("/etc/os-release", "utf8");
  } catch {
    return "";
  }
}

/** Whether this is Debian or a derivative, as root: the only case in which set-up may install packages. */
export const canInstall = process.getuid?.() === 0 && /^ID(_LIKE)?=.*debian/m.test(release());

/** Ubuntu's `chromium` installs a snap, which needs a running snapd. */
export const isUbuntu = /^ID=.*ubuntu/m.test(release());

let updated;

/** Installs one Debian package; its output is printed only if it fails. */
export async function install(name) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  updated ??= run("apt-get", ["update", "-qq"], { env });
  // An update that fails for one of several sources is often sufficient.
  await updated;
  return run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], { env });
}
