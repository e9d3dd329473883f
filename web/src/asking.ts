import { questionsOf } from "./parameters";
import { parameters } from "./results";
import type { State } from "./state";

/** Keeps the answers about the files that are drawn up with the state; called before anything is drawn. */
export function askWhatIsMissing(state: State): void {
  const asked = parameters(state);
  if (!asked) return;
  const questions = questionsOf(asked);
  for (const file of [state.current, state.compared]) {
    // Before the first snapshot there is nothing to ask about.
    if (file?.run?.snapshot) file.inquiry?.want(questions, file.run.phase !== "running");
  }
}
