import { type Text, textKey } from "@tagview/engine";
import { store } from "../../app/store";
import { type Block, summaryOf } from "./block";

/** The part of the store that is about index-headers. */
interface State {
  /** The displayed file, or the last displayed one; null if none is open. */
  current: Block | null;
  /** The earlier file whose label names are compared; null for none. */
  compared: Block | null;
}

export const { get, set } = store.part<State>({ current: null, compared: null });

/** Shows the values of the label with that name, if the displayed file has it. */
export function chooseName(name: Text | null): void {
  const { current } = get();
  if (!current || name === null) return;
  const key = textKey(name);
  const label = summaryOf(current)?.labels.find((label) => textKey(label.name) === key);
  if (label) current.choose(label);
}
