import { checkEach, type Rule } from "../../rule";

export const capacityZoneMismatch: Rule = {
  id: "capacity-zone-mismatch",
  area: "capacity",
  severity: "error",
  clouds: "all",
  title: "Capacity reservation and nodes in different Availability Zones",
  why: "A capacity reservation belongs to one Availability Zone. Nodes in another zone never use it: they launch On-Demand or not at all, and the reservation is billed unused.",
  fix: "Put the compute subnet of the network in the reservation's Availability Zone.",
  verify:
    "On AWS, `aws ec2 describe-capacity-reservations --query 'CapacityReservations[].AvailabilityZone'` must match the subnet's Availability Zone; on Azure, `az capacity reservation list --resource-group GROUP --capacity-reservation-group RESERVATIONS --query '[].[name,zones]'` must match the zone of the nodes.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-reservations.html",
  check: (design) =>
    checkEach(
      design.pools.flatMap((p) => {
        const zones = p.pool.availabilityZone
          ? [p.pool.availabilityZone]
          : design.cluster.networks.flatMap((n) => n.computeSubnets.flatMap((s) => s.availabilityZone ?? []));
        if (zones.length === 0) return [];
        return p.pool.capacity.flatMap((source, i) =>
          source.availabilityZone === null ? [] : [{ source, zones, path: `${p.path}.capacity[${i}]` }],
        );
      }),
      ({ source, zones, path }) =>
        zones.includes(source.availabilityZone ?? "")
          ? null
          : {
              path: `${path}.availabilityZone`,
              value: source.availabilityZone,
              allowed: [...new Set(zones)].join(" or "),
              fix: `set the network's availabilityZone to ${source.availabilityZone}`,
            },
    ),
};
