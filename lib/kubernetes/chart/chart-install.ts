/** A published chart with the values it is installed with. */
export interface ChartInstall {
  /** Name in the chart catalog. */
  readonly chart: string;
  readonly values: unknown;
}
