/** Whether these are the paths of a repository: it has the file `repo`, or snapshots and, before version 2, `refs`. */
export function isRepository(paths: Iterable<string>): boolean {
  let [hasSnapshots, hasRefs] = [false, false];
  for (const path of paths) {
    if (path === "repo") return true;
    hasSnapshots ||= path.startsWith("snapshots/");
    hasRefs ||= path.startsWith("refs/");
    if (hasSnapshots && hasRefs) return true;
  }
  return false;
}
