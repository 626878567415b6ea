import type { Blueprint } from "../../../lib/blueprint/schema/aws/aws-blueprint";
import { defined, type Generate, maybe, type Pools, whole, yes } from "./generate";

export function fleetsOf(g: Generate, pools: Pools): NonNullable<Blueprint["fleets"]> {
  const fleets = Object.entries(pools).map(([pool, { nodes, capacity }]) => {
    const first = capacity?.[0]?.kind ?? "on-demand";
    const warm = (capacity?.length ?? 1) === 1 && first === "on-demand";
    return [
      `run-${pool}`,
      defined({
        pool,
        size: (capacity ?? [{ kind: "on-demand" }]).some(({ kind }) => kind !== "block")
          ? maybe(g, [nodes.max])
          : undefined,
        rollingUpdates: maybe(g, [true, false]),
        warmNodes: warm ? maybe(g, [0, 1]) : undefined,
        healthTimeoutSeconds: maybe(g, [60, 900, 7200]),
      }),
    ];
  });
  return Object.fromEntries(fleets);
}

export function slurmOf(
  g: Generate,
  pools: readonly string[],
  mounted: readonly string[],
): NonNullable<Blueprint["slurm"]> {
  const policy = yes(g);
  const preemption = policy ? maybe(g, ["none", "qos"] as const) : undefined;
  return defined({
    partitions: pools.map((pool, index) =>
      defined({
        name: `p-${pool}`,
        pools: [pool],
        exclusive: maybe(g, [true, false]),
        maxTimeMinutes: maybe(g, [60, 4320]),
        priorityTier: maybe(g, [1, index + 1]),
        suspendMinutes: maybe(g, [5, 30]),
      }),
    ),
    mounts: mounted.includes("home") ? [{ fileSystem: "home", path: "/home" }] : undefined,
    instanceType: maybe(g, ["m7i.2xlarge"]),
    loginNodes: maybe(g, [0, 2]),
    launch: maybe(g, ["per-job", "best-effort"] as const),
    priority: maybe(g, [{ fairShare: 1000, usageReset: "monthly" as const }, { halfLifeDays: 7 }]),
    topology: maybe(g, [{ kind: "tree" as const, refresh: true, switches: [] }]),
    monitoring: maybe(g, [{}, { retentionDays: 60 }]),
    image: maybe(g, [{ os: "ubuntu-24.04" as const }]),
    suspendMinutes: maybe(g, [10, 60]),
    preemption,
    qos: policy
      ? [
          defined({
            name: "urgent",
            priority: 100,
            preempts: preemption === "qos" ? ["normal"] : undefined,
            maxGpusPerUser: 16,
          }),
        ]
      : undefined,
    accounts: policy ? [{ name: "research", share: whole(g, 1, 10), users: ["ada"] }] : undefined,
    users: policy ? [{ name: "ada", uid: whole(g, 1001, 59_999), administrator: yes(g) }] : undefined,
  });
}
