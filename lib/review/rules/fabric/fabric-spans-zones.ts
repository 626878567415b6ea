import { checkEach, type Rule } from "../../rule";

export const fabricSpansZones: Rule = {
  id: "fabric-spans-zones",
  area: "fabric",
  severity: "error",
  clouds: "all",
  title: "Fabric spans Availability Zones",
  why: "EFA traffic does not cross Availability Zones. Nodes in two zones cannot communicate over the fabric, and jobs that span them hang or fall back to TCP.",
  fix: "Put all pools of a fabric in one Availability Zone, or create one fabric per zone.",
  verify:
    "Compare the zones of the nodes of one job, which must be the same: on AWS, `aws ec2 describe-instances --query 'Reservations[].Instances[].[InstanceId,Placement.AvailabilityZone]'` prints them; on Azure, `az vm list --query '[].[name,zones]'` does.",
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
          fix: `set availabilityZone to ${home}, or create a separate fabric for this pool`,
        };
      },
    ),
};
