/** The viewer of files of histograms. Its page is loaded when it is first shown. */

import { lazyPage } from "../../app/lazy-page";
import type { Viewer } from "../../app/viewer";
import { WHOLE, writeView } from "./codecs";
import { openHistogram } from "./open-histogram";
import { FORMAT, get } from "./state";

const OPENS = "histograms of delays (PicoQuant's .phu, .phd, .hhd and .thd, or texts)";

export const histogramViewer: Viewer = {
  format: FORMAT,
  urlState: { write: () => writeView(get().current?.view ?? WHOLE), isOwnPage: () => false },
  mount: (shell) => ({
    ...lazyPage(async () => (await import("./page")).page(shell)),
    open: openHistogram,
    opens: OPENS,
  }),
};
