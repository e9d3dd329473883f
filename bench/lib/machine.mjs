import { cpus, loadavg } from "node:os";

/** Properties of the machine that affect the figures. */
export function machine() {
  const [cpu] = cpus();
  return { cpu: cpu?.model ?? null, cores: cpus().length, load: loadavg()[0], node: process.version };
}
