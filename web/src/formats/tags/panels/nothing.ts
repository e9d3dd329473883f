import "./nothing.css";
import type { Finding } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { h, setText } from "../../../ui/dom";
import { sentence } from "../../../ui/sentence";
import { errorText } from "../session/error-text";
import { errorOf, type Reading, snapshotOf } from "../session/reading";
import type { Recording } from "../session/recording";
import { get, type State } from "../session/state";
import type { TextColumns } from "./text-columns";

/**
 * Replaces all panels for a file without tags or of another format: shows the reason, and the supported files. For a
 * text file, it has boxes for its columns.
 */
export function nothingPanel(whatOpens: () => string): Panel<State> {
  const name = h("h2");
  const why = h("p", { class: "banner-what" });
  const opens = h("p");
  const message = h("div", { role: "alert" }, name, why, opens);
  const root = h("section", { class: "nothing", hidden: true }, message);
  let form: Promise<TextColumns> | null = null;

  async function askColumns(current: Recording, wants: boolean): Promise<void> {
    if (wants) form ??= import("./text-columns").then(({ textColumns }) => textColumns());
    const shown = await form;
    if (shown === null) return;
    if (!wants) shown.root.remove();
    else if (get().current === current) {
      root.append(shown.root);
      shown.ask(current);
    }
  }

  return {
    root,
    render: ({ current }) => {
      if (!current) return;
      const isNothing = hasNothing(current);
      root.parentElement?.classList.toggle("has-nothing", isNothing);
      root.hidden = !isNothing;
      if (!isNothing) return;
      const error = errorOf(current.reading);
      const isOfColumns = lacksColumns(current, error);
      askColumns(current, isOfColumns || isOtherText(current, error)).catch(() => {});
      setText(name, current.name);
      setText(
        why,
        error
          ? `${reasonOf(error, isOfColumns)} (${error.code})`
          : "This recording is sound but has no tags.",
      );
      setText(opens, error && !isOfColumns ? whatOpens() : "");
    },
  };
}

/** The reason why there are no tags; the form for columns replaces the remedy. */
function reasonOf(error: Finding, isOfColumns: boolean): string {
  const { message } = error;
  if (isOfColumns) return sentence({ message, offset: null });
  return errorText({ ...error, offset: null });
}

/** Whether the file is a text file whose columns are missing or wrong. */
function lacksColumns({ source }: Recording, error: Finding | null): boolean {
  return error !== null && (error.code === "ambiguous" || source.readAs?.columns !== undefined);
}

/** Whether it is a text file that may or may not have columns of tags. */
function isOtherText({ kind }: Recording, error: Finding | null): boolean {
  return error?.code === "unknown-format" && kind?.name === "text";
}

/** Whether the recording was read and there is nothing of it to show. */
function hasNothing({ reading }: Recording): boolean {
  return isEnded(reading) && (snapshotOf(reading)?.tags ?? 0) === 0;
}

/** Whether reading has ended. A recording stopped before its first tag can be continued, and may not be empty. */
function isEnded({ phase }: Reading): boolean {
  return phase === "done" || phase === "failed";
}
