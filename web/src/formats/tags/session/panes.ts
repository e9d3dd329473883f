/** Whether the compared recording has a chart of its rate below that of the displayed one. */

import { reactive } from "../../../app/signals";

export const panes = reactive({ areApart: false });
