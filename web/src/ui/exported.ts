/** Caption of a saved chart, and the forms in which it can be copied. */
export interface Exported {
  /** What the names of its files begin with, "run7-correlation-1-2". */
  file: string;
  /** Names and values, below a picture and above numbers. */
  caption: readonly (readonly [name: string, value: string])[];
  /** Texts for the clipboard, by what they are called. */
  copies: ReadonlyMap<string, () => string>;
}

/** A chart to be saved. */
export interface Exportable {
  /** The chart on the page; null where there is none. */
  chart: () => SVGSVGElement | null;
  /** Draws it in another size, in pixels. */
  redraw: (size: { width: number; height: number }) => SVGSVGElement;
  /** Its numbers; null where there are none. */
  csv: () => string | Promise<string> | null;
  /** The sentence beside its title; empty if there is none. */
  headline: () => string;
  /** Loads its caption; null while the chart is not the answer to the current question. */
  exported: () => Promise<Exported | null>;
}
