/** Caption of a saved chart, and the forms in which it can be copied. */
export interface Exported {
  /** Beginning of its file names: "run7-correlation-1-2". */
  file: string;
  /** Names and values, below a picture and above numbers. */
  caption: readonly (readonly [name: string, value: string])[];
  /** Texts for the clipboard, by their names. */
  copies: ReadonlyMap<string, () => string>;
}

/** A chart to be saved. */
export interface Exportable {
  /** The chart on the page; null if none is drawn. */
  chart: () => SVGSVGElement | null;
  /** Draws it in another size, in pixels; null if none is drawn. */
  redraw: (size: { width: number; height: number }) => SVGSVGElement | null;
  /** The numbers of the chart; null for a chart without numbers. */
  csv: () => string | Promise<string> | null;
  /** The sentence beside its title; may be empty. */
  headline: () => string;
  /** Loads its caption; null while the chart shows the result of an earlier query. */
  exported: () => Promise<Exported | null>;
}
