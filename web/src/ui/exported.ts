/** Caption of a saved chart, and the forms in which it can be copied. */
export interface Exported {
  /** Beginning of its file names: "run7-correlation-1-2". */
  file: string;
  /** Names and values, below a picture and above numbers. */
  caption: readonly (readonly [name: string, value: string])[];
  /** Texts for the clipboard, by their names. */
  copies: ReadonlyMap<string, () => string>;
}

/** A chart to be saved, as it is on the page at one moment: later changes of the page do not change it. */
export interface Exportable {
  chart: SVGSVGElement;
  /** Draws it in another size, in pixels. */
  redraw: (size: { width: number; height: number }) => SVGSVGElement;
  /** Its numbers. */
  csv: () => string | Promise<string>;
  /** The sentence beside its title; may be empty. */
  headline: string;
  /** Loads its caption. */
  exported: () => Promise<Exported>;
}
