/** Paths of descriptors with which the program was started. */

/** The descriptor that `path` names, of any kind; null for other paths. */
export function descriptorOf(path: string): number | null {
  const [, name, number] = /^\/(?:dev\/(stdout|stderr)|(?:dev|proc\/self)\/fd\/(\d+))$/.exec(path) ?? [];
  if (name !== undefined) return name === "stdout" ? 1 : 2;
  return number === undefined ? null : Number(number);
}

/** An output path as typed; `-` for any path that means standard output. */
export function outputPath(path: string): string {
  return descriptorOf(path) === 1 ? "-" : path;
}
