import { count } from "@tagview/charts";
import { OFFSET_ENCODINGS, type OffsetEncoding, type OffsetsHeader } from "@tagview/engine";
import { notify } from "../../../app/notice";
import type { Panel } from "../../../app/panel";
import { announce } from "../../../ui/announce";
import { flashText, h, quietButton, setAttribute, setText, showText } from "../../../ui/dom";
import { byteIndex, highlightedText } from "../../../ui/highlighted-text";
import { panelHead } from "../../../ui/panel-head";
import { EXAMPLE } from "../example";
import type { Given, Header } from "../header";
import { holdsSeveral } from "../over-time/several";
import { get } from "../state";
import { findingsList, placed } from "./findings";

/** The text boxes for headers, their errors, and the facts of the first header. */
export function inputPanel(): Panel<Header> & { focus(): void } {
  const first = highlightedText({
    id: "header-box",
    rows: 6,
    placeholder: EXAMPLE.text,
    "aria-describedby": "header-hint",
    oninput: (event: InputEvent) => change({ text: first.box.value }, isTyping(event)),
  });
  const second = highlightedText({
    id: "header-other",
    rows: 3,
    placeholder: "The same header a moment later",
    oninput: (event: InputEvent) => change({ other: second.box.value }, isTyping(event)),
  });
  const readAs = readAsBox();
  const error = h("p", { id: "header-error", class: "field-error", role: "alert", hidden: true });
  const findings = findingsList("Diagnosis", first.select);
  const otherFindings = findingsList("Diagnosis of the second header", second.select);
  const facts = factsList();
  const root = h(
    "section",
    { class: "panel header-input", "aria-labelledby": "header-title" },
    panelHead(
      h("h2", { id: "header-title" }, "Consistency header"),
      [],
      [
        readAs,
        linkButton(),
        quietButton("Example", () => fill(EXAMPLE.text, EXAMPLE.other)),
        quietButton("Clear", () => fill("", "")),
      ],
    ),
    h("label", { for: "header-box", class: "unseen" }, "A header to read"),
    first.root,
    h(
      "p",
      { id: "header-hint", class: "field-note" },
      "Paste an X-Read-Consistency-Offsets value, a header line, the output of curl -v, or a HAR file; or many headers, one per line, to see them over time.",
    ),
    error,
    findings.root,
    h("label", { for: "header-other", class: "second-label" }, "A second header to compare with"),
    second.root,
    otherFindings.root,
    facts.root,
  );
  /** The header whose texts are in the boxes; nothing before the first one. */
  let inBoxes: Header | undefined;

  function fill(text: string, other: string): void {
    first.box.value = text;
    second.box.value = other;
    change({ text, other, encoding: null });
    first.box.focus();
  }

  /** Fills the boxes with text from elsewhere; does not change text that is being typed. */
  function fillBoxes(header: Header): void {
    const { text, other, encoding } = header.given;
    for (const [{ box }, given] of [
      [first, text],
      [second, other],
    ] as const) {
      const isElsewhere = header !== inBoxes || document.activeElement !== box;
      if (isElsewhere && box.value !== given) box.value = given;
    }
    inBoxes = header;
    readAs.value = encoding ?? "";
  }

  return {
    root,
    focus: () => first.box.focus(),
    render: (header) => {
      fillBoxes(header);
      const { outcome } = header;
      const read = outcome.is === "read" ? outcome : undefined;
      showText(error, outcome.is === "refused" ? outcome.error : null);
      // Findings treat the text as one header; with several, the remarks over time show which ones can't be read.
      const several = holdsSeveral(header);
      const isWrong = outcome.is === "refused" || (!several && read?.result.error);
      setAttribute(first.box, "aria-invalid", isWrong ? "true" : null);
      facts.render(read?.result ?? null);
      const { text = "", other = "" } = read?.given ?? {};
      const mine = placed(text, byteIndex(text), several ? [] : (read?.result.findings ?? []));
      findings.render(text, mine);
      first.highlight(mine.flatMap(({ part }) => part ?? []));
      const others = placed(other, byteIndex(other), several ? [] : (read?.progress?.right.findings ?? []));
      otherFindings.render(other, others);
      second.highlight(others.flatMap(({ part }) => part ?? []));
    },
  };
}

/** How the first header is encoded. */
function readAsBox(): HTMLSelectElement {
  const readAs = h(
    "select",
    {
      class: "read-as",
      "aria-label": "Read as",
      title: "How the header is encoded",
      onchange: () => change({ encoding: readAs.value === "" ? null : (readAs.value as OffsetEncoding) }),
    },
    h("option", { value: "" }, "recognise"),
    ...OFFSET_ENCODINGS.map((encoding) => h("option", { value: encoding }, encoding)),
  );
  return readAs;
}

function linkButton(): HTMLElement {
  const link = quietButton("Link", () => void copyLink(link), {
    title: "Copies a link that contains the headers: everyone who opens it sees them",
    "aria-label": "Copy a link that contains the headers",
  });
  return link;
}

/** Puts a link that contains the headers on the clipboard; `link` shows that. */
async function copyLink(link: HTMLElement): Promise<void> {
  const given = get().current?.given;
  if (!given) return;
  const key = await (await import("../link")).toKey(given);
  if (key === null) {
    notify("These headers are too long for a link: send the text instead.");
    return;
  }
  const { href } = new URL(`#v=1&page=header&headers=${key}`, location.href);
  try {
    await navigator.clipboard.writeText(href);
    announce("The link is copied. It contains the headers.");
    flashText(link, "Copied", "Link");
  } catch {
    // As a link that is followed: the address continues to follow the view.
    location.replace(href);
    notify("The browser does not allow copying. The link is in the address bar.");
  }
}

function change(change: Partial<Given>, isTyping = false): void {
  get().current?.change(change, isTyping);
}

/** Whether a change is one key's: more of them may follow. A paste or a drop is all there is. */
function isTyping({ inputType, data }: InputEvent): boolean {
  if (inputType === "insertText") return (data?.length ?? 0) <= 1;
  return /^(insertLineBreak|insertCompositionText|delete(Content|Word)(Backward|Forward))$/u.test(inputType);
}

/** Maximum number of characters of a fact in half a line. */
const LONG = 20;

/** Facts about the header, a few words each. */
function factsList(): { root: HTMLElement; render: (result: OffsetsHeader | null) => void } {
  const names = [
    "encoding",
    "partitions",
    "empty",
    "total",
    "least offset",
    "greatest offset",
    "consistency",
  ];
  const values = new Map(names.map((name) => [name, h("dd")]));
  const root = h(
    "dl",
    { class: "facts wide" },
    ...[...values].map(([name, value]) => h("div", {}, h("dt", {}, name), value)),
  );
  return {
    root,
    render: (result) => {
      const put = (name: string, text: string): void => {
        const value = values.get(name);
        if (!value) return;
        setText(value, text);
        // A long number is not broken.
        value.parentElement?.classList.toggle("line", text.length > LONG);
      };
      const { level = null, max_delay = null } = result?.companions ?? {};
      const consistency = [level, max_delay === null ? null : `at most ${max_delay} old`].filter(Boolean);
      root.hidden = result === null;
      put("encoding", result ? encodingOf(result) : "–");
      put("partitions", count(result?.count ?? null));
      put("empty", count(result?.empty ?? null));
      put("least offset", count(result?.min_offset ?? null));
      put("greatest offset", count(result?.max_offset ?? null));
      put("total", count(result?.total ?? null));
      put("consistency", consistency.length > 0 ? consistency.join(", ") : "not stated");
    },
  };
}

/** "text v1"; if the encoding was recognised without certainty, also the confidence. */
function encodingOf({ encoding, version, recognised }: OffsetsHeader): string {
  const sure = recognised === null || recognised.sureness === "certain" ? "" : ` (${recognised.sureness})`;
  return `${encoding}${version === null ? "" : ` v${version}`}${sure}`;
}
