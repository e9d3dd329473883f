/** Captions of saved and copied charts of recordings, loaded with the first save or copy. */

import { engine } from "../../../app/engine";
import type { Exported } from "../../../ui/exported";
import type { Shown } from "../session/shown";
import { captionOf } from "./caption";
import { commandLine, commandsOf } from "./command-line";
import { python } from "./python";
import { figureJson } from "./saved-view";
import { fileName } from "./subject";

/** The caption of a figure, and the forms in which it is copied. */
export async function exportedOf(shown: Shown): Promise<Exported> {
  const { version } = await engine.version();
  const commands = commandsOf(shown);
  const copies: [string, () => string][] = [
    ["command line", () => commands.map(commandLine).join("\n")],
    ["Python", () => python(shown.panel, commands)],
  ];
  return {
    file: fileName(shown),
    caption: [...captionOf(shown), ["tagview", version]],
    copies: new Map([...(commands.length > 0 ? copies : []), ["JSON", () => figureJson(shown)]]),
  };
}
