import type { NodeType } from "../../../catalog/node-types";

/** A pool with its server and the names of its nodes. */
export interface PlannedPool {
  readonly name: string;
  readonly type: NodeType;
  readonly names: readonly string[];
  readonly spares: number;
  readonly labels: Readonly<Record<string, string>>;
}
