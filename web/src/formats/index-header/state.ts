import { type Text, textKey } from "@tagview/engine";
import { lastOf } from "../../app/items";
import { store } from "../../app/store";
import { type Block, summaryOf } from "./block";

export const FORMAT = "index-header";

interface State {
  current: Block | null;
  /** The earlier file whose label names are compared; null for none. */
  compared: Block | null;
}

const part = store.part<Pick<State, "compared">>({ compared: null });
export const { set } = part;

export const get = (): State => ({ current: lastOf(FORMAT), compared: part.get().compared });

/** Shows the values of the label with that name, if the displayed file has it. */
export function chooseName(name: Text | null): void {
  const { current } = get();
  if (!current || name === null) return;
  const key = textKey(name);
  const label = summaryOf(current)?.labels.find((label) => textKey(label.name) === key);
  if (label) current.choose(label);
}
