/** True when any of the values differs from those of the call before. */
export type Changed = (...values: readonly unknown[]) => boolean;

/** Remembers what was drawn last, so that the same is not drawn again. */
export function changes(): Changed {
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
