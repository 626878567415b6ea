import rows from "./data/failure-rates.json";
import { NamedTable } from "./named-table";
import type { Sourced } from "./types";

/** What somebody published of the failures of a cluster or a run. */
export interface FailureRecord extends Sourced {
  readonly name: string;
  readonly cluster: string;
  /** Accelerator family as published: `H100`, `A100`. */
  readonly accelerator: string;
  readonly gpus: number;
  readonly nodes: number;
  /** Length of the record and failures in it; null where only a rate is published. */
  readonly days: number | null;
  readonly failures: number | null;
  readonly plannedInterruptions: number | null;
  /** Failures per node per day, where published as such. */
  readonly perNodeDay: number | null;
  readonly restartMinutes: number | null;
  /** Share of the time that training made headway. */
  readonly effectiveTrainingTime: number | null;
  /** Failures by cause. */
  readonly causes: Readonly<Record<string, number>> | null;
}

const table = new NamedTable<FailureRecord>("failureRecord", rows as unknown as readonly FailureRecord[]);

/** All published failure records. */
export function failureRecords(): readonly FailureRecord[] {
  return table.rows;
}

/** A published failure record by its name: `llama-3-405b`, `meta-rsc-1`. @throws WarpformError for an unknown name */
export function failureRecord(name: string): FailureRecord {
  return table.get(name);
}

/** Failures per node per day of a record: as published, or failures / (nodes x days). */
export function failuresPerNodeDay(record: FailureRecord): number {
  if (record.perNodeDay !== null) return record.perNodeDay;
  return record.failures! / (record.nodes * record.days!);
}
