import { type Text, textKey } from "@tagview/engine";
import { store } from "../../app/store";
import { type Block, summaryOf } from "./block";

/** The part of the store that is about index-headers. */
interface State {
  /** The file on the page, or that was on it last; null where none is open. */
  current: Block | null;
  /** The earlier one whose label names it is compared with; null for none. */
  compared: Block | null;
}

export const { get, set } = store.part<State>({ current: null, compared: null });

/** Shows the values of the label of that name, where the file on the page has it. */
export function chooseName(name: Text | null): void {
  const { current } = get();
  if (!current || name === null) return;
  const key = textKey(name);
  const label = summaryOf(current)?.labels.find((label) => textKey(label.name) === key);
  if (label) current.choose(label);
}
