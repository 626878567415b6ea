import { findInstanceType } from "../../../catalog/instance-types";
import { GIB, TIB } from "../../../units/bytes";
import type { Design } from "../../design";
import { staticNodes } from "../../figures/static-nodes";
import type { Claim } from "../claim";
import { poolClaims } from "./pool-claims";

/** TiB of gp3 volumes. */
const GP3_STORAGE = "L-7A658B76";

/** Security groups of the interface that has most: a quota of each one, so nothing adds up. */
function groupClaims(design: Design): Claim[] {
  const most = design.pools.reduce((groups, { pool }) => Math.max(groups, pool.securityGroups ?? 0), 0);
  const because = design.pools.filter(({ pool }) => pool.securityGroups === most).map(({ pool }) => pool.name);
  return [{ code: "L-2AFB9258", needed: most, because: `interfaces of pool ${because.join(", ")}` }];
}

/** Instances that always run: heads, login nodes, system nodes of EKS, and the volumes that they boot from. */
function standingClaims({ slurm, kubernetes }: Design): Claim[] {
  const instances = staticNodes(slurm, kubernetes).flatMap(({ name, instanceType, nodes }): Claim[] => {
    const type = findInstanceType(instanceType);
    return type
      ? [{ code: type.quota.onDemand, needed: nodes * type.vcpus, because: `${nodes} x ${type.name}, ${name}` }]
      : [];
  });
  const volumes = [
    ...slurm.map(({ name, volumesGiB }) => ({ gib: volumesGiB ?? 0, because: `volumes of ${name}` })),
    ...kubernetes.map(({ name, systemNodes: s }) => ({
      gib: s ? s.nodes * s.rootVolumeGiB : 0,
      because: `system nodes of ${name}`,
    })),
  ];
  return [
    ...instances,
    ...volumes.map(({ gib, because }) => ({ code: GP3_STORAGE, needed: (gib * GIB) / TIB, because })),
  ];
}

function networkClaims(design: Design): Claim[] {
  return design.cluster.networks
    .filter((n) => !n.existing)
    .flatMap((n) => {
      const zones = Math.max(1, new Set(n.computeSubnets.map((s) => s.availabilityZone)).size);
      const because = `network ${n.name}`;
      return [
        { code: "L-F678F1CE", needed: 1, because },
        { code: "L-0263D0A3", needed: n.natGateways, because: `one per NAT gateway of ${because}` },
        { code: "L-FE5A380F", needed: Math.ceil(n.natGateways / zones), because },
        { code: "L-29B6F2EB", needed: n.privateEndpoints.length, because },
      ];
    });
}

const LUSTRE_CODES: Readonly<Record<string, string>> = {
  PERSISTENT_2: "L-8F1B9C74",
  PERSISTENT_1: "L-C8640C82",
  SCRATCH_2: "L-AD2FC696",
  SCRATCH_1: "L-AD2FC696",
};

function storageClaims(design: Design): Claim[] {
  return design.cluster.fileSystems
    .filter((f) => f.kind === "lustre" && !f.existing)
    .map((f) => ({
      code: LUSTRE_CODES[f.deploymentType ?? ""] ?? null,
      needed: f.capacityGiB ?? 0,
      because: `file system ${f.name}`,
      limits: `Lustre storage of ${f.deploymentType ?? "an unknown deployment type"}, GiB`,
    }));
}

const kubernetesClaims = ({ kubernetes }: Design): Claim[] =>
  kubernetes.map(({ name }) => ({ code: "L-1194D53C", needed: 1, because: `EKS cluster ${name}` }));

/** What a design takes of an AWS account's quotas. */
export function awsClaims(design: Design): Claim[] {
  return [
    ...poolClaims(design),
    ...groupClaims(design),
    ...standingClaims(design),
    ...networkClaims(design),
    ...storageClaims(design),
    ...kubernetesClaims(design),
  ];
}
