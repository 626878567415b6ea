import type { Problems } from "../../../errors";
import { takesAlternatives } from "../../../model/alternative-types";
import { capacity as capacityOf, image as imageOf, say } from "../../../remedies/sentence";
import { checkProps } from "../../common/check-props";
import { sizeOutside } from "../../common/pools/pool-problems";
import { checkUnusedProps } from "../../common/pools/unused-props";
import { checkArnRegion } from "../shared/arn-region";
import { FLEET } from "./fleet-adopter";
import { defaultFleetSize, fleetPlan } from "./fleet-plan";
import type { NodeFleetProps } from "./node-fleet-props";
import { NODE_FLEET } from "./node-fleet-table";

/** Checks what a NodeFleet was given; throws one error with all problems. */
export function validateNodeFleet(path: string, id: string, props: NodeFleetProps): void {
  const problems = checkProps(`NodeFleet "${path}"`, NODE_FLEET, props);
  const { nodes, capacity, image, network } = props.pool;
  if (!/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(id) || id.length > 63) {
    problems.add(
      "malformed",
      "id",
      `the id of a fleet must be a DNS label of lower-case letters, digits and dashes, got "${id}"; it names the rendezvous`,
    );
  }
  if (network.egress === "endpoints-only" && image?.kind === "plain" && image.os !== "al2023") {
    problems.add(
      "conflict",
      "pool",
      say`pool "${props.pool.name}" boots plain Ubuntu, which has no AWS CLI, in a network without internet access, so its nodes could never report themselves healthy; use ${imageOf("plain", "al2023")}, which has it`,
    );
  }
  checkUnusedProps(problems, "pool", props.pool, FLEET);
  const { size } = props;
  if (size !== undefined && (size < nodes.min || size > nodes.max)) {
    problems.add("out-of-range", "size", sizeOutside(nodes, size));
  }
  if ((props.warmNodes ?? 0) > nodes.max) {
    problems.add(
      "out-of-range",
      "warmNodes",
      `warmNodes must be a whole number from 0 to ${nodes.max}, the pool's most, got ${props.warmNodes}; use 1`,
    );
  }
  checkTarget(problems, props);
  if (props.zones === 2) checkZones(problems, props);
  if (props.warmNodes && props.pool.definition.alternativeTypes.length > 0) {
    problems.add(
      "conflict",
      "warmNodes",
      `warmNodes needs a pool of one instance type, since EC2 has no warm pool of mixed instances, and pool "${props.pool.name}" has alternativeTypes; leave warmNodes out`,
    );
  }
  if (props.warmNodes && !problems.any && (capacity.length > 1 || capacity[0]!.kind === "spot")) {
    problems.add(
      "conflict",
      "warmNodes",
      "warmNodes needs a pool whose only source is on-demand or one reservation, since EC2 has no warm pool of spot or mixed instances; leave warmNodes out",
    );
  }
  if (!problems.any) {
    const held = fleetPlan(capacity, nodes, props).reduce((sum, share) => sum + share.max, 0);
    const wanted = size ?? defaultFleetSize(nodes, props.targetGpuUtilizationPercent !== undefined);
    if (held < wanted) {
      problems.add(
        "conflict",
        "size",
        say`size ${wanted} is more than the pool's sources hold, ${held}; add ${capacityOf("on-demand")} to the pool's capacity or use size ${held}`,
      );
    }
  }
  problems.throwIfAny(`NodeFleet "${path}"`);
}

/** What keeps nodes in one zone. */
function checkZones(problems: Problems, { pool }: NodeFleetProps): void {
  const refuse = (why: string, fix: string) => {
    problems.add("conflict", "zones", `zones must be 1 for pool "${pool.name}", ${why}, got 2; ${fix}`);
  };
  if (pool.fabric)
    refuse("whose fabric cannot leave a zone", "leave fabric out where nodes do not talk to one another");
  else if (pool.placement.kind !== "none") refuse("whose placement group is in one zone", "use Placement.none()");
  const bound = pool.mounts.find(({ availabilityZones }) => availabilityZones.length > 0);
  if (bound) {
    const zones = bound.availabilityZones.join(", ");
    refuse(`which mounts "${bound.fileSystem}" of ${zones}`, "use EFS with subnetIds of both zones, or S3");
  }
  if (!pool.capacity.some(takesAlternatives))
    refuse("whose blocks and reservations are of one zone", "add Capacity.onDemand() or leave zones out");
}

function checkTarget(problems: Problems, props: NodeFleetProps): void {
  const { targetGroupArn, targetPort, targetSecurityGroupIds } = props;
  checkArnRegion("targetGroupArn", targetGroupArn, props.pool.network.region, problems);
  if (targetGroupArn !== undefined && targetPort === undefined) {
    problems.add(
      "required",
      "targetPort",
      "targetPort is required with targetGroupArn, since the nodes' security group must open it; give the port of the target group, such as 8080",
    );
  }
  for (const [prop, value] of Object.entries({ targetPort, targetSecurityGroupIds })) {
    if (value !== undefined && targetGroupArn === undefined)
      problems.add("conflict", prop, `${prop} is for a target group, and targetGroupArn names none; leave ${prop} out`);
  }
}
