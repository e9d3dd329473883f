/** What saved and copied charts of recordings say of themselves: loaded when somebody first saves or copies one. */

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

/** What a panel's chart states about itself; null while the panel does not show the answer to its question. */
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

/** What is on show of one panel, and what it was counted with. */
function shownJson(panel: PanelId, state: State): string {
  return viewJson(state, resultsIn(panel));
}
