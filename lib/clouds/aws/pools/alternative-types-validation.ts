import { regionsInsteadOf } from "../../../catalog/availability";
import { findInstanceType } from "../../../catalog/instance-types";
import type { InstanceType } from "../../../catalog/types";
import type { Problems } from "../../../errors";
import {
  differences,
  MOST_ALTERNATIVES,
  possibleAlternatives,
  type SharedLayout,
  takesAlternatives,
} from "../../../model/alternative-types";
import { leaveOut } from "../../../remedies/remedy";
import { capacity as capacityOf, say } from "../../../remedies/sentence";
import { INFINIBAND_FABRIC } from "../fabric/infiniband-fabric-table";
import { regionOf } from "../shared/names";
import { Capacity } from "./capacity/capacity";
import type { GpuNodePoolProps } from "./gpu-node-pool-props";

/** Candidates that a message names. */
const NAMED = 4;

/** Checks the types that may take the place of the pool's own. */
export function checkAlternativeTypes(problems: Problems, props: GpuNodePoolProps, type: InstanceType): void {
  const { alternativeTypes = [], network } = props;
  if (alternativeTypes.length === 0) return;
  const sources = props.capacity ?? [Capacity.onDemand()];
  if (!sources.some(takesAlternatives)) {
    const message = say`alternativeTypes needs a source of any type, and the blocks and reservations of ${type.name} hold no other; add ${capacityOf("on-demand")} or ${leaveOut("alternativeTypes")}`;
    problems.add("conflict", "alternativeTypes", message);
  }
  if (alternativeTypes.length > MOST_ALTERNATIVES) {
    const message = `alternativeTypes must be at most ${MOST_ALTERNATIVES}, got ${alternativeTypes.length}; leave some out`;
    problems.add("out-of-range", "alternativeTypes", message);
  }
  const shared: SharedLayout = {
    layout: props.fabric?.nicLayout ?? INFINIBAND_FABRIC.nicLayout.default,
    onFabric: props.fabric !== undefined,
    setsThreads: props.threadsPerCore !== undefined && props.threadsPerCore !== type.cpu.threadsPerCore,
  };
  const region = regionOf(network.availabilityZone);
  alternativeTypes.forEach((name, index) => {
    const here = `alternativeTypes[${index}]`;
    const wrong = whatIsWrong(name, type, shared, sources, region);
    if (wrong === undefined) return;
    const candidates = possibleAlternatives(type, shared)
      .filter((each) => !alternativeTypes.includes(each))
      .slice(0, NAMED);
    const fix = candidates.length > 0 ? `use ${candidates.join(" or ")}` : "leave it out: the catalog has none";
    problems.add("not-allowed", here, `${here} must be able to replace ${type.name}, and ${name} ${wrong}; ${fix}`);
  });
}

function whatIsWrong(
  name: string,
  type: InstanceType,
  shared: SharedLayout,
  sources: readonly Capacity[],
  region: string | undefined,
): string | undefined {
  if (name === type.name) return "is the same type";
  const other = findInstanceType(name);
  if (other === undefined) return "is not in the catalog";
  const differs = differences(type, other, shared);
  if (differs.length > 0) return `has ${differs.join(", ")}`;
  const unsold = sources.find((source) => takesAlternatives(source) && !other.purchase.includes(source.kind as never));
  if (unsold) return `is not sold as ${unsold.kind}`;
  const regions = region && regionsInsteadOf(region, name);
  return regions ? `is not sold in ${region}` : undefined;
}
