/** What a buyer was quoted for nodes of their own. What is left out is taken from published figures, or counted as nothing. */
export interface Ownership {
  /** One node with accelerators and network cards, as quoted, US dollars. */
  readonly nodeUsd: number;
  /**
   * Switches, cables, storage and installation, share of the nodes' price.
   * @default 0.11
   */
  readonly networkShare?: number;
  /** Years until the hardware is written off. */
  readonly lifeYears: number;
  /**
   * What it is then sold for, share of what was paid.
   * @default 0
   */
  readonly residualShare?: number;
  /** Cost of capital per year, share of the mean value. */
  readonly interestShare: number;
  /** Support and spare parts per year, share of what was paid. */
  readonly supportShare: number;
  /** Electricity, US dollars per kWh. */
  readonly usdPerKwh: number;
  /**
   * Power usage effectiveness of the site, 1 or more.
   * @default 1.54
   */
  readonly pue?: number;
  /**
   * Rent of space and power, US dollars per kW and month; 0 for a site of your own.
   * @default 184.06
   */
  readonly colocationUsdPerKwMonth?: number;
  /** Staff who run it, US dollars per year. */
  readonly staffUsdPerYear: number;
}
