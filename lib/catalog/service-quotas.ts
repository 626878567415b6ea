import rows from "./data/service-quotas.json";
import type { Sourced } from "./types";

/** A limit of an AWS account in a region, as Service Quotas lists it. */
export interface ServiceQuota extends Sourced {
  /** Service code of Service Quotas: `ec2`, `vpc`, `fsx`. */
  readonly service: string;
  /** Quota code: `L-417A185B`. */
  readonly code: string;
  readonly name: string;
  /** What it counts. */
  readonly unit: string;
  /** What an account starts with; null where that differs from account to account. */
  readonly default: number | null;
}

const byCode = new Map((rows as readonly ServiceQuota[]).map((row) => [row.code, row]));

/** The quota of that code; undefined where the catalog has none. */
export function serviceQuota(code: string): ServiceQuota | undefined {
  return byCode.get(code);
}
