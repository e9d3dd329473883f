import { cpus, loadavg } from "node:os";

/** What a figure depends on besides the code. */
export function machine() {
  const [cpu] = cpus();
  return { cpu: cpu?.model ?? null, cores: cpus().length, load: loadavg()[0], node: process.version };
}
