/** Options of every chart. */

export interface ChartOptions {
  /** Width in CSS pixels; 900 by default. */
  width?: number;
  /** Height in CSS pixels; 320 by default. */
  height?: number;
  /** Subject of the chart, such as a file name; part of the accessible title. */
  subject?: string;
  /** Visible range of the horizontal axis, in its unit; everything by default. */
  view?: readonly [number, number] | null;
}
