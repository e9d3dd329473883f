import { lastOf } from "../../app/items";
import type { Header } from "./header";

export const FORMAT = "offsets";

export const get = (): { current: Header | null } => ({ current: lastOf(FORMAT) });
