import { findInstanceType } from "../catalog/instance-types";
import { serviceQuota } from "../catalog/service-quotas";
import { GIB, TIB } from "../units/bytes";
import type { Design } from "./design";
import { standingNodes } from "./figures/bill/scheduler-bill";
import { type Claim, poolClaims } from "./pool-quotas";

/** TiB of gp3 volumes. */
const GP3_STORAGE = "L-7A658B76";

/** What an account must allow for the design to run at its largest, on top of what already runs there. */
export interface QuotaNeed {
  readonly service: string;
  /** `L-417A185B`; `unknown` where the catalog knows no code of the quota. */
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  /** What this design takes at its largest. */
  readonly needed: number;
  /** What accounts start with; null where that differs or is not known. */
  readonly default: number | null;
  /** What takes it: `17 x p5.48xlarge of pool h100`. */
  readonly because: readonly string[];
  readonly source: string;
}

/** Whether the design needs more than accounts start with; where that is not published, whether it needs any. */
export function isRaised({ needed, default: given }: Pick<QuotaNeed, "needed" | "default">): boolean {
  return needed > (given ?? 0);
}

/** Those to request before the others, else as they are. */
export function raisedFirst(quotas: readonly QuotaNeed[]): QuotaNeed[] {
  return [...quotas.filter(isRaised), ...quotas.filter((q) => !isRaised(q))];
}

/** Security groups of the interface that has most: a quota of each one, so nothing adds up. */
function groupClaims(design: Design): Claim[] {
  const most = design.pools.reduce((groups, { pool }) => Math.max(groups, pool.securityGroups ?? 0), 0);
  const because = design.pools.filter(({ pool }) => pool.securityGroups === most).map(({ pool }) => pool.name);
  return [{ code: "L-2AFB9258", needed: most, because: `interfaces of pool ${because.join(", ")}` }];
}

/** Instances that always run: heads, login nodes, system nodes of EKS, and the volumes that they boot from. */
function standingClaims({ slurm, kubernetes }: Design): Claim[] {
  const instances = standingNodes(slurm, kubernetes).flatMap(({ name, instanceType, nodes }): Claim[] => {
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
        { code: "L-29B6F2EB", needed: n.interfaceEndpoints.length, because },
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

/** A quota that the catalog has no row of: never left out, since the design needs it all the same. */
function unlisted(code: string | null, [first]: readonly Claim[]): Omit<QuotaNeed, "needed" | "because"> {
  const source = "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-resource-limits.html";
  const name = first?.limits ?? `quota ${code}`;
  return { service: "ec2", code: code ?? "unknown", name, unit: "units", default: null, source };
}

/** The quotas that the design needs, by service and code; none for clusters outside AWS. */
export function quotasOf(design: Design): QuotaNeed[] {
  if (design.cluster.cloud !== "aws") return [];
  const eks = design.kubernetes.map((k) => ({ code: "L-1194D53C", needed: 1, because: `EKS cluster ${k.name}` }));
  const claims: Claim[] = [
    ...poolClaims(design),
    ...groupClaims(design),
    ...standingClaims(design),
    ...networkClaims(design),
    ...storageClaims(design),
    ...eks,
  ];
  const byCode = new Map<string, Claim[]>();
  for (const claim of claims) {
    if (claim.needed <= 0) continue;
    const key = claim.code ?? `unknown: ${claim.limits}`;
    byCode.set(key, [...(byCode.get(key) ?? []), claim]);
  }
  return [...byCode.values()]
    .map((parts) => {
      const code = parts[0]?.code ?? null;
      const quota = (code === null ? undefined : serviceQuota(code)) ?? unlisted(code, parts);
      const { service, name, unit, source } = quota;
      const needed = Math.ceil(parts.reduce((sum, p) => sum + p.needed, 0));
      const because = parts.map((p) => p.because);
      return { service, code: quota.code, name, unit, needed, default: quota.default, because, source };
    })
    .sort((a, b) => (`${a.service} ${a.code} ${a.name}` < `${b.service} ${b.code} ${b.name}` ? -1 : 1));
}
