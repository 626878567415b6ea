import fc from "fast-check";
import { stringify } from "yaml";
import type { Blueprint } from "../../lib/blueprint/schema/aws/aws-blueprint";
import { architectureBlueprintOf } from "./arbitrary/architecture";
import { defined, from, type Generate, maybe, type Pools, whole, yes } from "./arbitrary/generate";
import { kubeRayOf } from "./arbitrary/kube-ray";
import { fabricOf, networkOf } from "./arbitrary/network";
import { gpuTypes, poolOf, types } from "./arbitrary/pools";
import { fleetsOf, slurmOf } from "./arbitrary/schedulers";
import { bucketOf, fileSystemsOf } from "./arbitrary/storage";
import { workloadOf } from "./arbitrary/workload";

/**
 * Valid blueprints of every section: networks made or imported, pools of any type with every way to buy, fleets, Slurm or Ray over
 * them, storage, monitoring and a workload.
 */
export function arbitraryBlueprint(): fc.Arbitrary<Blueprint> {
  return fc.gen().map(blueprintOf);
}

/** The same as YAML. */
export function arbitraryBlueprintText(): fc.Arbitrary<string> {
  return arbitraryBlueprint().map((blueprint) => stringify(blueprint));
}

function blueprintOf(g: Generate): Blueprint {
  const scheduler = from(g, ["fleets", "slurm", "kubeRay"] as const);
  const network = networkOf(g, scheduler);
  const buckets = Object.fromEntries(
    ["checkpoints", "datasets"].slice(0, whole(g, 0, 2)).map((name) => [name, bucketOf(g)]),
  );
  if (whole(g, 0, 7) === 0) return architectureBlueprintOf(g, network, buckets);
  const fabric = yes(g) ? fabricOf(g, scheduler) : undefined;
  const fileSystems = fileSystemsOf(g, fabric !== undefined, Object.keys(buckets));
  const mounted = scheduler === "kubeRay" ? [] : Object.keys(fileSystems);
  const pools: Pools = {};
  for (const name of ["train", "spare", "prepare"].slice(0, whole(g, 1, 3))) {
    // Karpenter launches no second card of the HPC types.
    const others =
      scheduler === "kubeRay" ? types.filter((one) => one.vcpus >= 4 && !one.name.startsWith("hpc")) : types;
    const type = name === "prepare" ? from(g, others) : from(g, gpuTypes);
    // Parts of a GPU do not talk to one another, and Slurm's nodes are whole.
    const shares = scheduler === "fleets" || (scheduler === "kubeRay" && fabric === undefined);
    pools[name] = poolOf(g, { type, scheduler, shares, mounted, buckets: Object.keys(buckets) });
  }
  const kubeRay = scheduler === "kubeRay" ? kubeRayOf(g, pools, fileSystems, Object.keys(buckets)) : undefined;
  // Karpenter keeps no nodes without pods.
  if (kubeRay !== undefined && kubeRay.provisioner !== "managed")
    for (const [name, pool] of Object.entries(pools)) pools[name] = { ...pool, nodes: { ...pool.nodes, min: 0 } };
  return defined<Blueprint>({
    apiVersion: "warpform/v1",
    name: from(g, ["demo", "gpu-cluster", "llm-2"]),
    description: maybe(g, ["a cluster: # of many", "für alle", "x"]),
    network,
    fabric,
    buckets: Object.keys(buckets).length > 0 || yes(g) ? buckets : undefined,
    fileSystems: Object.keys(fileSystems).length > 0 || yes(g) ? fileSystems : undefined,
    pools,
    fleets: scheduler === "fleets" ? fleetsOf(g, pools) : undefined,
    slurm: scheduler === "slurm" ? slurmOf(g, Object.keys(pools), mounted) : undefined,
    kubeRay,
    monitoring: yes(g) ? monitoringOf(g) : undefined,
    workload: yes(g) ? workloadOf(g) : undefined,
    acceptedFindings: maybe(g, [[{ rule: "efa-missing", reason: "one node at a time" }]]),
  });
}

function monitoringOf(g: Generate): NonNullable<Blueprint["monitoring"]> {
  return defined({
    emails: maybe(g, [["team@example.com"], ["a@example.com", "b@example.com"]]),
    idleGpuMinutes: maybe(g, [30, 60]),
    maxGpuTemperatureCelsius: maybe(g, [80, 85]),
    idleGpuPercent: maybe(g, [5, 20]),
    intervalSeconds: maybe(g, [10, 60]),
    topicArn: maybe(g, ["arn:aws:sns:us-east-2:123456789012:alarms"]),
    monthlyBudgetUsd: maybe(g, [1000, 250_000]),
    logRetentionDays: maybe(g, [30, 365]),
    dashboard: maybe(g, [true, false]),
  });
}
