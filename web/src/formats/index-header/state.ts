import { store } from "../../app/store";
import type { Block } from "./block";

/** The part of the store that is about index-headers. */
interface State {
  /** The file on the page, or that was on it last; null where none is open. */
  current: Block | null;
}

export const { get, set } = store.part<State>({ current: null });
