import type { Ownership, Workload } from "../../../model/model";
import { optional, type Table } from "../../../props/field";
import { list, made, part } from "../../../props/nested-fields";
import { flag, text } from "../../../props/simple-fields";
import type { Suppression } from "../../../review/suppression";

export interface DesignReviewProps {
  /**
   * What the cluster is for: rules on fit, time, checkpoints and latency need it. Of several stacks, those with GPU pools
   * are reviewed for it.
   * @default - the design alone is reviewed
   */
  readonly workload?: Workload;
  /**
   * Findings the owner lives with, each with a reason that stays visible in the report.
   * @default []
   */
  readonly suppress?: readonly Suppression[];
  /**
   * What nodes of your own would cost, as quoted: the review then compares owning with renting them.
   * @default - the break-even price of owned nodes alone
   */
  readonly ownership?: Ownership;
  /**
   * Whether findings of severity error stop the synth.
   * @default true
   */
  readonly stopOnError?: boolean;
}

const SUPPRESSION = {
  rule: text(),
  reason: text(),
  path: optional(text()),
} satisfies Table<Suppression>;

/** What DesignReview.of takes; the review checks the workload. */
export const DESIGN_REVIEW = {
  workload: optional(made<Workload>('a workload, such as { kind: "training", … }', (value) => "kind" in value)),
  suppress: optional(list(part<Suppression>(SUPPRESSION), { words: "a list of objects" })),
  ownership: optional(made<Ownership>("a quote, such as { nodeUsd: 310_000, … }", (value) => "nodeUsd" in value)),
  stopOnError: optional(flag(), true),
} satisfies Table<DesignReviewProps>;
