/** True when any of the values differs from the call before: what was drawn stands otherwise. */
export function changes(): (...values: readonly unknown[]) => boolean {
  let before: readonly unknown[] | null = null;
  return (...values) => {
    const same =
      before !== null &&
      before.length === values.length &&
      values.every((value, index) => Object.is(value, before?.[index]));
    before = values;
    return !same;
  };
}
