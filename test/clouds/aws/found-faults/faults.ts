import type { Fault } from "../../../kubernetes/found-faults/faults";
import { AWS } from "./of-aws";
import { CATALOG } from "./of-catalog";
import { FIRST_USE } from "./of-first-use";

/** Faults of the AWS layer, the catalog and the first use that users met: see Fault. */
export const FAULTS: readonly Fault[] = [...AWS, ...CATALOG, ...FIRST_USE];
