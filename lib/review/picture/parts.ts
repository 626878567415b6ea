import { fabricGbps } from "../../catalog/instance-types";
import type { Bucket, Scheduler } from "../../model/model";
import { count, counted, usd } from "../../units/quantity";
import { factsOf } from "../clouds/list";
import type { Design, PoolFacts } from "../design";
import { purchaseName } from "../purchase-name";
import type { Review } from "../review";
import type { Finding } from "../rule";
import { bottleneckOf } from "./bottleneck";
import type { PicturePart } from "./types";

type Drawn = Omit<PicturePart, "findings" | "limits">;

const said = (lines: readonly (string | null)[]): string[] => lines.flatMap((line) => (line ? [line] : []));

/** Where people come in: login nodes or the API's endpoint. */
function people(design: Design): Drawn {
  const { slurm, kubernetes } = design;
  const access = factsOf(design)?.words.access ?? "SSH";
  const nodes = slurm.reduce((sum, { loginNodes }) => sum + loginNodes, 0);
  const bySsh = slurm.some(({ loginNodes, loginCidrs }) => loginNodes > 0 && loginCidrs.length > 0);
  const open = kubernetes.some(({ publicEndpoint }) => publicEndpoint);
  const lines = said([
    "Users",
    nodes > 0 ? `${counted(nodes, "login nodes")}` : null,
    slurm.some((s) => !ofSite(s)) ? (bySsh ? "SSH" : access) : null,
    kubernetes.length > 0 ? (open ? "public API" : "private API") : null,
  ]);
  return { key: "users", kind: "people", area: "outside", lines };
}

type Slurm = Extract<Scheduler, { kind: "slurm" }>;

/** Where slurmctld runs. */
function controllers({ managed, headInstanceType, backupController }: Slurm): string {
  if (managed !== undefined) return `${managed.service}, ${managed.size} controller`;
  const count = backupController ? 2 : 1;
  return headInstanceType === "" ? counted(count, "controllers") : `${count} x ${headInstanceType}`;
}

/** Slurm of a site, whose partitions the cloud's nodes join: its controllers are not in the cloud. */
function siteLines({ joins, version, backupController, partitions, staging }: Slurm): string[] {
  return said([
    `Site ${joins}`,
    `Slurm ${version}, ${counted(backupController ? 2 : 1, "controllers")}`,
    `partitions in the cloud: ${partitions.map((p) => p.name).join(", ")}`,
    staging ? `link ${count(staging.linkGbps)} Gb/s` : null,
    staging?.toCloudTB ? `${count(staging.toCloudTB)} TB to the cloud` : null,
    staging?.toSitePerMonthTB ? `${count(staging.toSitePerMonthTB)} TB/month back` : null,
  ]);
}

const ofSite = (s: Scheduler) => s.kind === "slurm" && s.joins !== undefined;

function schedulerLines(s: Scheduler): string[] {
  switch (s.kind) {
    case "slurm":
      if (ofSite(s)) return siteLines(s);
      return said([
        `Slurm ${s.version}`,
        controllers(s),
        s.accounting === "none" ? "no accounting" : `${s.accounting} accounting`,
        `partitions: ${s.partitions.map((p) => p.name).join(", ")}`,
      ]);
    case "kubernetes":
      return said([
        `Kubernetes ${s.version}`,
        s.systemNodes ? `${s.systemNodes.nodes} x ${s.systemNodes.instanceType}` : null,
        s.stateStore ? `${s.stateStore.nodes} x Valkey ${s.stateStore.nodeType}` : null,
        s.queueing === "none" ? null : `queues: ${s.queueing === "kai" ? "KAI" : "Kueue"}`,
        s.loadBalancers ? counted(s.loadBalancers, "load balancers") : null,
        ...(s.serving ?? []).map(({ name, replicas }) => `serves ${name}, ${replicas.min} to ${replicas.max} replicas`),
      ]);
    case "fleet":
      return [`Fleet ${s.name}`, s.scaling === "fixed" ? "fixed size" : "autoscaled"];
  }
}

/** Nodes of a pool: `16 x p5.48xlarge`. */
export function nodesText({ nodes: { min, max }, instanceType }: PoolFacts["pool"]): string {
  return `${min === max ? count(max) : `${count(min)} to ${count(max)}`} x ${instanceType}`;
}

/** What joins a pool's nodes: `EFA, 32 devices, 3,200 Gb/s per node`. */
export function fabricText({ pool, type, fabric }: PoolFacts): string | null {
  if (type === null) return null;
  if (fabric === null)
    return `${type.networkIsBurst ? "up to " : ""}${count(type.networkGbps)} Gb/s per node, no fabric`;
  const devices = pool.fabric?.devices ?? 0;
  const kind = fabric.kind === "infiniband" ? "InfiniBand" : fabric.kind.toUpperCase();
  const speed = fabric.kind === "efa" ? fabricGbps(type) : type.networkGbps;
  return `${devices > 0 ? counted(devices, `${kind} devices`) : kind}, ${count(speed)} Gb/s per node`;
}

function poolLines(facts: PoolFacts): string[] {
  const { pool, type, gpusPerNode } = facts;
  return said([
    pool.name,
    `${nodesText(pool)}${pool.spares ? `, ${counted(pool.spares, "spares")}` : ""}`,
    gpusPerNode > 0 && type?.accelerator ? `${gpusPerNode} x ${type.accelerator} per node` : "no GPUs",
    fabricText(facts),
    pool.nvmeCache && `NVMe ${count(pool.nvmeCache.sizeGB / 1000)} TB at ${pool.nvmeCache.mountPath}`,
    pool.placement === "none" ? null : `placement group: ${pool.placement}`,
    pool.capacity.map(({ kind }) => purchaseName(kind)).join(", then "),
  ]);
}

function storageLines(f: Design["cluster"]["fileSystems"][number]): string[] {
  return said([
    `${f.kind === "lustre" ? "Lustre" : f.kind.toUpperCase()} ${f.name}`,
    f.capacityGiB === null ? null : `${count(f.capacityGiB)} GiB`,
    f.throughputPerTiB
      ? `${f.throughputPerTiB} MB/s per TiB`
      : f.throughputMBps
        ? `${count(f.throughputMBps)} MB/s`
        : null,
    f.overFabric ? "EFA to clients" : null,
    f.existing ? "existing" : null,
  ]);
}

function networks({ cluster }: Design): Drawn[] {
  return cluster.networks.map((n) => ({
    key: `networks.${n.name}`,
    kind: "network",
    area: "network",
    lines: said([
      n.egress === "nat"
        ? n.natGateways > 0
          ? counted(n.natGateways, "NAT gateways")
          : "NAT given"
        : "no internet access",
      n.objectStorageEndpoint
        ? `${factsOf({ cluster })?.words.objectStorage ?? "object storage"} gateway endpoint`
        : null,
      n.privateEndpoints.length > 0 ? counted(n.privateEndpoints.length, "interface endpoints") : null,
      n.flowLogs ? "flow logs" : null,
    ]),
  }));
}

function monitoring({ cluster }: Design): Drawn[] {
  return cluster.monitoring.map((m) => ({
    key: `monitoring.${m.name}`,
    kind: "monitoring",
    area: "region",
    lines: said([
      cluster.monitoring.length > 1 ? `Monitoring (${m.name})` : "Monitoring",
      m.alarms.length > 0 ? counted(m.alarms.length, "alarms") : null,
      m.dashboards ? "dashboards" : null,
      m.monthlyBudgetUsd === null ? null : `budget ${usd(m.monthlyBudgetUsd)}/month`,
    ]),
  }));
}

/** What a bucket holds, where its name does not say it; tasks write results where a run writes checkpoints. */
function heldIn({ name, purpose }: Bucket, { workload }: Design): string | null {
  const held = workload?.kind === "batch" && purpose === "checkpoints" ? "results" : purpose;
  return held === name || purpose === name ? null : held;
}

/** The part that a finding's path begins with. */
const isAbout = ({ path }: Finding, key: string) => path === key || path.startsWith(`${key}.`);

/** All parts of a design, in the order in which they are drawn. */
export function partsOf(design: Design, review: Review): PicturePart[] {
  const { cluster, workPool } = design;
  const words = factsOf(design)?.words;
  const drawn: Drawn[] = [
    people(design),
    ...cluster.schedulers.map(
      (s): Drawn => ({
        key: `schedulers.${s.name}`,
        kind: "scheduler",
        area: ofSite(s) ? "outside" : "network",
        lines: schedulerLines(s),
      }),
    ),
    ...networks(design),
    ...design.pools.map((p): Drawn => ({ key: p.path, kind: "pool", area: "network", lines: poolLines(p) })),
    ...cluster.fileSystems.map(
      (f): Drawn => ({ key: `fileSystems.${f.name}`, kind: "storage", area: "network", lines: storageLines(f) }),
    ),
    ...cluster.buckets.map(
      (b): Drawn => ({
        key: `buckets.${b.name}`,
        kind: "bucket",
        area: "region",
        lines: [`${words?.objectStorage ?? "bucket"} ${b.name}`, ...said([heldIn(b, design)])],
      }),
    ),
    ...monitoring(design),
  ];
  const severe = review.findings.filter(({ severity }) => severity !== "info");
  const limit = bottleneckOf(review);
  return drawn.map((part) => ({
    ...part,
    findings: severe.filter((f) => isAbout(f, part.key)).map(({ rule, severity }) => ({ rule, severity })),
    limits: part.key === workPool?.path && limit !== null && limit.limits && limit.where !== "storage",
  }));
}
