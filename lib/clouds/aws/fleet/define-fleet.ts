import { byDefault, type Definition, defined, derived, given } from "../../../model/definition";
import type { Scheduler } from "../../../model/model";
import { defaultFleetSize, type FleetShare, fleetPlan } from "./fleet-plan";
import type { NodeFleetProps } from "./node-fleet-props";
import { HEALTH_TIMEOUT_SECONDS, NODE_FLEET } from "./node-fleet-table";
import { validateNodeFleet } from "./node-fleet-validation";

/** What a fleet is. */
export interface FleetValues {
  readonly name: string;
  /** Name of the pool whose nodes it starts. */
  readonly pool: string;
  /** Nodes that run at first. */
  readonly size: number;
  /** Its Auto Scaling groups, one a source in use. */
  readonly shares: readonly FleetShare[];
  /** Null for a fixed size. */
  readonly targetGpuUtilizationPercent: number | null;
  /** Zones that Spot and On-Demand nodes are in. */
  readonly zones: number;
  readonly warmNodes: number;
  /** Of each node, stopped ones too. */
  readonly rootVolume: {
    readonly rootVolumeGiB: number;
    readonly rootVolumeIops: number;
    readonly rootVolumeMBps: number;
  };
  /** Whether running nodes are replaced where their launch template changes. */
  readonly rollingUpdates: boolean;
  readonly healthTimeoutSeconds: number;
  /** What tells the load balancer whether a node is healthy. */
  readonly healthCheckType: "EC2" | "ELB";
  /** Name that the fleet's first node answers to. */
  readonly rendezvousName: string;
}

export type FleetDefinition = Definition<FleetValues>;

/**
 * A fleet with every default and derived value, and where each comes from.
 * @throws WarpformError with all problems of the props at once
 */
export function defineFleet(
  props: NodeFleetProps,
  { path, id }: { readonly path: string; readonly id: string },
): FleetDefinition {
  validateNodeFleet(path, id, props);
  const { pool, targetGpuUtilizationPercent: target } = props;
  const { rootVolumeGiB, rootVolumeIops, rootVolumeMBps } = pool.definition;
  return defined<FleetValues>({
    name: derived(id, "id"),
    pool: derived(pool.name, "pool"),
    size: given(props.size) ?? derived(defaultFleetSize(pool.nodes, target !== undefined), "pool"),
    shares: derived(fleetPlan(pool.capacity, pool.nodes, props), "pool", "size", "targetGpuUtilizationPercent"),
    targetGpuUtilizationPercent: given(target) ?? byDefault(null),
    zones: given(props.zones) ?? byDefault(NODE_FLEET.zones.default),
    warmNodes: given(props.warmNodes) ?? byDefault(NODE_FLEET.warmNodes.default),
    rootVolume: derived({ rootVolumeGiB, rootVolumeIops, rootVolumeMBps }, "pool"),
    rollingUpdates: given(props.rollingUpdates) ?? byDefault(true),
    healthTimeoutSeconds: given(props.healthTimeoutSeconds) ?? byDefault(HEALTH_TIMEOUT_SECONDS),
    healthCheckType: derived(props.targetGroupArn === undefined ? "EC2" : "ELB", "targetGroupArn"),
    rendezvousName: derived(`${id}.${pool.network.privateZoneName}`, "pool"),
  });
}

/** A fleet in the plain terms of the model. */
export function describeFleet(of: FleetDefinition): Scheduler {
  const { name, pool, size, targetGpuUtilizationPercent, warmNodes, rootVolume } = of;
  return {
    kind: "fleet",
    name,
    pool,
    replaceUnhealthy: true,
    scaling: targetGpuUtilizationPercent === null ? "fixed" : "target-tracking",
    size,
    ...(warmNodes === 0 ? {} : { stoppedNodes: { nodes: warmNodes, ...rootVolume } }),
  };
}
