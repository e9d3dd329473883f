/** The report as a page: one file, without scripts and without anything to load. */

/** A chart, its numbers, and how to get them again. */
export interface ReportSection {
  title: string;
  see: string;
  /** The command line that prints the same numbers; may be empty. */
  line: string;
  /** Numbers as lines of text. */
  text: string;
  /** Problems and notes, one line each. */
  notes: string[];
  /** The chart as SVG. */
  chart: string | null;
}

/** The content of sections, and how to read them. */
export const SEE = {
  channels: "Rates should be steady, no channel silent, and no tag out of order.",
  rate: "Rates should be steady: look for steps, drifts and gaps.",
  gaps: "The first gaps show the dead time; an excess right after it is afterpulsing.",
  stability: "Steady light follows the line of counting statistics; a rise at long times is drift.",
  pairs: "A large significance means that two channels detect photons of one event.",
  g2: "A peak is the delay between the detectors. A dip to below 0.5 at zero delay is a single-photon emitter.",
  delay: "The peak with its error. Its width is the jitter of both detectors.",
  coincidences: "CAR is the ratio of true to accidental coincidences; efficiencies are those of Klyshko.",
  lifetime: "The decay after the pulses: the steeper it is, the shorter the lifetime.",
} as const;

export interface Report {
  title: string;
  /** Whether the recording is sound, and one sentence: the problem, or the checks that passed. */
  verdict: { isSound: boolean; message: string };
  /** Names and values of facts about the input. */
  provenance: [name: string, value: string][];
  sections: ReportSection[];
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/gu, (found) => ESCAPES[found] ?? found);

/** A value; an address as a link. */
const linked = (value: string): string =>
  /^https?:\/\//u.test(value) ? `<a href="${escaped(value)}">${escaped(value)}</a>` : escaped(value);

const STYLE = `
:root { color-scheme: light dark; --line: #d0d7de; --muted: #57606a; --bad: #b42318; }
@media (prefers-color-scheme: dark) { :root { --line: #444c56; --muted: #9ea7b3; --bad: #ff8a80; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { margin-bottom: 0; } h2 { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
.verdict { font-size: 1.15rem; } .bad { color: var(--bad); } .see, .line { color: var(--muted); }
table { border-collapse: collapse; } th { text-align: left; font-weight: normal; color: var(--muted); padding-right: 1.5rem; vertical-align: top; }
td { overflow-wrap: anywhere; } pre { overflow-x: auto; line-height: 1.35; font-size: 0.85rem; }
img { max-width: 100%; background: white; border-radius: 6px; } code { overflow-wrap: anywhere; }
@media print { body { margin: 0; max-width: none; } section { break-inside: avoid; } pre { white-space: pre-wrap; } }
`;

/** Returns the page as HTML. */
export function reportPage({ title, verdict, provenance, sections }: Report): string {
  const rows = provenance.map(
    ([name, value]) => `<tr><th scope="row">${escaped(name)}</th><td>${linked(value)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p class="verdict${verdict.isSound ? "" : " bad"}">${escaped(verdict.message)}</p>
<table>${rows.join("\n")}</table>
${sections.map(sectionOf).join("\n")}
</body>
</html>
`;
}

function sectionOf({ title, see, line, text, notes, chart }: ReportSection): string {
  const source = chart === null ? "" : `data:image/svg+xml,${encodeURIComponent(chart)}`;
  return `<section>
<h2>${escaped(title)}</h2>
<p class="see">${escaped(see)}</p>
${notes.map((note) => `<p class="bad">${escaped(note)}</p>`).join("\n")}
${chart === null ? "" : `<img alt="${escaped(title)}: the numbers are below" src="${source}">`}
<pre>${escaped(text.trim())}</pre>
${line === "" ? "" : `<p class="line"><code>${escaped(line)}</code></p>`}
</section>`;
}
