import { store } from "../../app/store";
import type { Header } from "./header";

/** The part of the store that is about offset headers. */
interface State {
  /** The displayed header, or the last displayed one; null if none is open. */
  current: Header | null;
}

export const { get, set } = store.part<State>({ current: null });
