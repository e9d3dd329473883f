/** Captions of saved and copied charts of recordings, loaded with the first save or copy. */

import { engine } from "../../../app/engine";
import { store } from "../../../app/store";
import type { Exported } from "../../../ui/exported";
import { countingOf } from "../session/counting";
import { get, type State } from "../session/state";
import { captionOf } from "./caption";
import { commandLine, commandsOf } from "./command-line";
import type { PanelId } from "./panel-id";
import { python } from "./python";
import { viewJson } from "./saved-view";
import { fileName, resultsIn } from "./subject";

/** The caption of a panel's chart; null while the panel shows the result of an earlier query. */
export async function exportedOf(panel: PanelId): Promise<Exported | null> {
  const { version } = await engine.version();
  // Chart and caption are of one state.
  await store.drawn();
  const state = get();
  if (countingOf(panel, state) !== "done") return null;
  const commands = commandsOf(panel, state);
  return {
    file: fileName(panel, state),
    caption: [...captionOf(panel, state), ["tagview", version]],
    copies: new Map([
      ...(commands.length > 0 ? copiesOf(panel, commands) : []),
      ["JSON", () => shownJson(panel, state)],
    ]),
  };
}

function copiesOf(panel: PanelId, commands: readonly string[][]): [string, () => string][] {
  return [
    ["command line", () => commands.map(commandLine).join("\n")],
    ["Python", () => python(panel, commands)],
  ];
}

/** The displayed results of one panel and their parameters, as JSON. */
function shownJson(panel: PanelId, state: State): string {
  return viewJson(state, resultsIn(panel));
}
