/** Collective operations, named as nccl-tests names them. */
export type Collective = "all-reduce" | "all-gather" | "reduce-scatter" | "all-to-all" | "send-receive";

/** Ranks that take part, and how many of them share one scale-up domain. */
export interface RankGroup {
  readonly ranks: number;
  /** Ranks of this group in each domain; the group spans `ranks / ranksPerDomain` domains. */
  readonly ranksPerDomain: number;
}
