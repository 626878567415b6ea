import { findInstanceType } from "../catalog/instance-types";
import { serviceQuota } from "../catalog/service-quotas";
import { GIB, TIB } from "../units/bytes";
import type { Design } from "./design";

/** What an account must allow for the design to run at its largest, on top of what already runs there. */
export interface QuotaNeed {
  readonly service: string;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  /** What this design takes at its largest. */
  readonly needed: number;
  /** What accounts start with; null where that differs. */
  readonly default: number | null;
  /** What takes it: `17 x p5.48xlarge of pool h100`. */
  readonly because: readonly string[];
  readonly source: string;
}

/** Standard vCPUs that every account starts with in practice; head nodes stay below. */
const USUAL_STANDARD_VCPUS = 32;
const STANDARD = "L-1216C47A";

/** Whether the design needs more than accounts start with. Those of GPUs start near zero. */
export function isRaised({ code, needed, default: given }: Pick<QuotaNeed, "code" | "needed" | "default">): boolean {
  return needed > (given ?? (code === STANDARD ? USUAL_STANDARD_VCPUS : 0));
}

/** Those to request before the others, else as they are. */
export function raisedFirst(quotas: readonly QuotaNeed[]): QuotaNeed[] {
  return [...quotas.filter(isRaised), ...quotas.filter((q) => !isRaised(q))];
}

interface Claim {
  readonly code: string | null | undefined;
  readonly needed: number;
  readonly because: string;
}

/**
 * vCPUs of the pools, by quota. Reservations count as on-demand instances, Capacity Blocks count nowhere; a pool that may
 * fall back from spot to on-demand needs both.
 * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-reservations-limits.html
 */
function poolClaims(design: Design): Claim[] {
  return design.pools.flatMap(({ pool, type }) => {
    if (type === null) return [];
    const blocks = pool.capacity.filter((c) => c.kind === "block").reduce((sum, c) => sum + (c.nodes ?? 0), 0);
    const nodes = Math.max(0, pool.nodes.max - blocks);
    const because = `${nodes} x ${type.name} of pool ${pool.name}`;
    const kinds = new Set(pool.capacity.map((c) => c.kind));
    const onDemand = kinds.has("on-demand") || kinds.has("reservation") || kinds.size === 0;
    return [
      ...(onDemand ? [{ code: type.quota.onDemand, needed: nodes * type.vcpus, because }] : []),
      ...(kinds.has("spot") ? [{ code: type.quota.spot, needed: nodes * type.vcpus, because }] : []),
      {
        code: "L-DF5E4CA3",
        needed: pool.nodes.max * pool.networkInterfaces.length,
        because: `${pool.networkInterfaces.length} a node of pool ${pool.name}`,
      },
      {
        code: "L-7A658B76",
        needed: (pool.nodes.max * pool.rootVolumeGiB * GIB) / TIB,
        because: `${pool.rootVolumeGiB} GiB a node of pool ${pool.name}`,
      },
    ];
  });
}

/** Security groups of the interface that has most: a quota of each one, so nothing adds up. */
function groupClaims(design: Design): Claim[] {
  const most = design.pools.reduce((groups, { pool }) => Math.max(groups, pool.securityGroups ?? 0), 0);
  const because = design.pools.filter(({ pool }) => pool.securityGroups === most).map(({ pool }) => pool.name);
  return [{ code: "L-2AFB9258", needed: most, because: `interfaces of pool ${because.join(", ")}` }];
}

function headClaims(design: Design): Claim[] {
  return design.slurm.flatMap((s) => {
    const type = findInstanceType(s.headInstanceType);
    const count = 1 + (s.backupController ? 1 : 0) + s.loginNodes;
    if (type === undefined) return [];
    return [
      {
        code: type.quota.onDemand,
        needed: count * type.vcpus,
        because: `${count} x ${type.name} for head and login of ${s.name}`,
      },
    ];
  });
}

function networkClaims(design: Design): Claim[] {
  return design.cluster.networks
    .filter((n) => !n.existing)
    .flatMap((n) => {
      const zones = Math.max(1, new Set(n.computeSubnets.map((s) => s.availabilityZone)).size);
      const because = `network ${n.name}`;
      return [
        { code: "L-F678F1CE", needed: 1, because },
        { code: "L-0263D0A3", needed: n.natGateways, because: `a NAT gateway each of ${because}` },
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
      code: LUSTRE_CODES[f.deploymentType ?? ""],
      needed: f.capacityGiB ?? 0,
      because: `file system ${f.name}`,
    }));
}

/** The quotas that the design needs, by service and code; none for clusters outside AWS. */
export function quotasOf(design: Design): QuotaNeed[] {
  if (design.cluster.cloud !== "aws") return [];
  const eks = design.kubernetes.map((k) => ({ code: "L-1194D53C", needed: 1, because: `EKS cluster ${k.name}` }));
  const claims: Claim[] = [
    ...poolClaims(design),
    ...groupClaims(design),
    ...headClaims(design),
    ...networkClaims(design),
    ...storageClaims(design),
    ...eks,
  ];
  const byCode = new Map<string, Claim[]>();
  for (const claim of claims) {
    if (!claim.code || claim.needed <= 0) continue;
    byCode.set(claim.code, [...(byCode.get(claim.code) ?? []), claim]);
  }
  return [...byCode]
    .flatMap(([code, parts]) => {
      const quota = serviceQuota(code);
      if (quota === undefined) return [];
      const { service, name, unit, source } = quota;
      const needed = Math.ceil(parts.reduce((sum, p) => sum + p.needed, 0));
      return [
        { service, code, name, unit, needed, default: quota.default, because: parts.map((p) => p.because), source },
      ];
    })
    .sort((a, b) => (`${a.service} ${a.code}` < `${b.service} ${b.code}` ? -1 : 1));
}
