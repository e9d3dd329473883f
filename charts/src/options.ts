/** What every chart can be told. */

export interface ChartOptions {
  /** Width in CSS pixels; 900 unless said. */
  width?: number;
  /** Height in CSS pixels; 320 unless said. */
  height?: number;
  /** What the chart is about, for instance a file's name; part of the accessible title. */
  subject?: string;
  /** The range of the horizontal axis to show, in the axis' unit; everything unless said. */
  view?: readonly [number, number] | null;
}
