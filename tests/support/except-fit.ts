/** The exit status and the errors of a command, where the times of a test need not be those of a decay. */
export function exceptFit({
  status,
  stderr,
}: {
  status: number | null;
  stderr: string;
}): [number | null, string] {
  const others = stderr.replaceAll(/tagview: .*: no acceptable fit of .*\n/gu, "");
  return [status === 1 && others !== stderr ? 0 : status, others];
}
