/** The viewer of recordings of time tags. */

import { withPart } from "../../app/lazy";
import "./channels.css";
import "./coincidences.css";
import "./correlation.css";
import "./matrix.css";
import "./style.css";
import { panelGroup } from "../../app/panel";
import { store } from "../../app/store";
import type { Door, Viewer } from "../../app/viewer";
import { page } from "./page";
import { useFoundDelays } from "./panels/coincidence-delays";
import { toggleNormalised } from "./panels/correlation-fields";
import { toggleRuns } from "./panels/runs-place";
import { tickField } from "./panels/tick";
import { undoButtons } from "./panels/undo";
import { unitsChoice } from "./panels/units";
import { WHOLE, writeView } from "./session/codecs";
import { changeBin, toggleLogarithmic } from "./session/correlation-range";
import { keepAnswers } from "./session/keep-answers";
import { openRecording } from "./session/open-recording";
import { FORMAT } from "./session/recording";
import { SAMPLES } from "./session/samples";
import { unitsSetting } from "./session/settings";
import { get, redo, set, setView, undo } from "./session/state";
import { warmUp } from "./session/warm-up";

const DOOR: Door = {
  title: "Time tags",
  shows: "Which detectors see photons together, and how well: rates, delays, coincidences, g2, lifetimes.",
  kinds: ".tags.zst or .tags, PicoQuant, Swabian, qutools and others, or text files; of any size",
  sample: "Look at a sample",
};

export const tagsViewer: Viewer = {
  format: FORMAT,
  urlState: {
    write: () => writeView(get().view),
    isOwnPage: () => false,
  },
  mount: ({ copyLink, whatOpens }) => {
    set({ units: unitsSetting.load() });
    // Runs before drawing, so that panels know the running queries.
    store.onChange(keepAnswers);
    const { root, side, panels, focusMatrix } = page(copyLink, whatOpens);
    const draw = panelGroup(panels, store.refresh, get);
    return {
      root,
      listPlace: () => side,
      render: draw,
      open: openRecording,
      shortcuts: [
        { key: "Ctrl Z", does: "undo the last change of the view", act: undo },
        { key: "Ctrl Shift Z", does: "redo it", act: redo },
        { key: "a", does: "all runs in a table, or back", act: toggleRuns },
        { panel: "Rate over time", key: "z", does: "zoom to the chosen range", act: zoomToRange },
        { panel: "Rate over time", key: "r", does: "back to the whole file", act: showWhole },
        { panel: "Pairs of channels", key: "m", does: "to the pairs: arrows, Enter", act: focusMatrix },
        { panel: "Correlation", key: "[", does: "narrower bins", act: () => changeBin(-1) },
        { panel: "Correlation", key: "]", does: "wider bins", act: () => changeBin(1) },
        { panel: "Correlation", key: "g", does: "counts or g2", act: toggleNormalised },
        { panel: "Correlation", key: "l", does: "linear or logarithmic delays", act: toggleLogarithmic },
        { panel: "Coincidences", key: "f", does: "use the found delay", act: useFoundDelays },
      ],
      samples: SAMPLES,
      door: DOOR,
      controls: [undoButtons(), tickField(), unitsChoice()],
      help: async () => (await import("./panels/help")).help(),
      warmUp,
      takes: takeChannelList,
      opens: "recordings of time tags (.tags.zst, .tags, other taggers' formats, text)",
    };
  },
};

/** Comments and blank lines, then the names of columns with `channel` among them. */
const CHANNEL_LIST = /^\ufeff?(?:#[^\n]*\n|\s)*(?:[a-z]+,)*channel(?:[,\s]|$)/u;

/** Accepts text with the columns of a channel list, and loads the code that reads it. */
function takeChannelList(text: string): boolean {
  if (!CHANNEL_LIST.test(text.slice(0, 10_000))) return false;
  withPart(
    () => import("./export/channel-list"),
    ({ takeList }) => takeList(text),
  );
  return true;
}

function zoomToRange(): void {
  const { view, tick } = get();
  if (view.range) setView({ rate: [Number(view.range.from) * tick, Number(view.range.to + 1n) * tick] });
}

function showWhole(): void {
  const { rate, gaps, range } = WHOLE;
  setView({ rate, gaps, range });
}
