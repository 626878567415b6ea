import { checkEach, type Rule } from "../../rule";

export const fabricSpansZones: Rule = {
  id: "fabric-spans-zones",
  area: "fabric",
  severity: "error",
  clouds: "all",
  title: "pools of one fabric in different availability zones",
  why: "EFA traffic does not leave a subnet's availability zone. Nodes in two zones cannot talk over the fabric at all, and jobs that span them hang or fall back to TCP.",
  fix: "Give the pools of a fabric one availability zone, or a fabric to each zone.",
  verify:
    "Compare `aws ec2 describe-instances --query 'Reservations[].Instances[].Placement.AvailabilityZone'` of the nodes of one job: it must be one zone.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa.html#efa-limits",
  check: (design) =>
    checkEach(
      design.pools.filter(({ fabric }) => fabric !== null && fabric.kind !== "ethernet"),
      ({ pool, path, fabric }) => {
        const home =
          fabric?.availabilityZone ??
          design.pools.find((p) => p.fabric === fabric && p.pool.availabilityZone !== null)?.pool.availabilityZone;
        if (!home || pool.availabilityZone === null || pool.availabilityZone === home) return null;
        return {
          path: `${path}.availabilityZone`,
          value: pool.availabilityZone,
          allowed: `${home}, the zone of fabric ${fabric?.name}`,
          fix: `set availabilityZone to ${home}, or give this pool a fabric of its own`,
        };
      },
    ),
};
