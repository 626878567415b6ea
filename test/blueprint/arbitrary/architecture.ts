import type { Blueprint } from "../../../lib/blueprint/schema/aws/aws-blueprint";
import { defined, from, type Generate, maybe } from "./generate";

/** A service in several regions: it has no network of its own, but is read as if it had its first region's. */
function regionsBlueprintOf(g: Generate): Blueprint {
  const machines = { instanceType: "g6e.12xlarge", nodes: 4 };
  const shares = from(g, [undefined, [0.7, 0.3], [0.5, 0.5]]);
  const existingNetwork = {
    vpcId: "vpc-0123456789abcdef0",
    vpcCidr: "10.20.0.0/16",
    computeSubnetId: "subnet-0123456789abcdef0",
    secondSubnetId: "subnet-0123456789abcdef1",
  };
  const regionOf = (zone: string, index: number) =>
    defined({
      availabilityZone: zone,
      share: shares?.[index],
      ...machines,
      timeSlicingReplicas: maybe(g, [2]),
      ...from(g, [{}, { vpcCidr: `10.${index}.0.0/16` }, { existingNetwork }]),
      monitoring: maybe(g, [{ emails: ["team@example.com"] }]),
    });
  const blueprint = defined<Omit<Blueprint, "network">>({
    apiVersion: "warpform/v1",
    name: from(g, ["demo", "llm-2"]),
    architecture: defined<Architecture>({
      kind: "inferenceRegions",
      address: { name: "llm.example.com", hostedZoneId: "Z0123456789ABCDEFGHIJ" },
      routing: maybe(g, ["latency", "weighted"] as const),
      regions: ["us-east-2a", "eu-central-1b"].map(regionOf),
      serving: maybe(g, [{ maxModelLength: 4096 }]),
    }),
    pools: {},
    workload: {
      kind: "inference",
      model: "llama-3.1-8b",
      requestsPerSecond: 2,
      promptTokens: 1000,
      outputTokens: 200,
    },
  });
  return blueprint as Blueprint;
}

type Architecture = NonNullable<Blueprint["architecture"]>;

/** A blueprint of an architecture. Its machines are given: a search for them takes a second. */
export function architectureBlueprintOf(
  g: Generate,
  network: Blueprint["network"],
  buckets: NonNullable<Blueprint["buckets"]>,
): Blueprint {
  const kind = from(g, ["training", "fineTuning", "inference", "inferenceRegions", "singleNode"] as const);
  if (kind === "inferenceRegions") return regionsBlueprintOf(g);
  const run = { model: "llama-3.1-8b", tokens: 1e10, sequenceLength: 8192, globalBatchSequences: 128 };
  const tuning = { kind: "fine-tuning" as const, ...run, method: from(g, ["lora", "qlora"] as const) };
  return defined<Blueprint>({
    apiVersion: "warpform/v1",
    name: from(g, ["demo", "llm-2"]),
    // Ray's control plane wants two zones; which architecture has one is not to be seen here.
    network: network.existing ? { availabilityZone: "us-east-2a" } : network,
    architecture: architectureOf(g, kind, Object.keys(buckets)),
    buckets: Object.keys(buckets).length > 0 ? buckets : undefined,
    pools: {},
    workload:
      kind === "training"
        ? { kind: "training", ...run }
        : kind === "inference"
          ? { kind: "inference", model: run.model, requestsPerSecond: 2, promptTokens: 1000, outputTokens: 200 }
          : tuning,
  });
}

function architectureOf(
  g: Generate,
  kind: Exclude<Architecture["kind"], "inferenceRegions">,
  buckets: readonly string[],
): Architecture {
  const scheduler = maybe(g, ["slurm", "ray", "fleet"] as const);
  const fleet = kind === "singleNode" || (kind === "training" && (scheduler ?? "fleet") === "fleet");
  const labels = fleet ? {} : { labels: { team: "ml" } };
  const common = {
    bucket: buckets.length > 0 ? maybe(g, buckets) : undefined,
    capacity: maybe(g, [[{ kind: "on-demand" as const }]]),
    pool: maybe(g, [{ rootVolumeGiB: 300, ...labels }]),
    monitoring: maybe(g, [{ emails: ["team@example.com"] }]),
  };
  switch (kind) {
    case "training":
      return defined({
        kind,
        instanceType: "p5.48xlarge",
        nodes: from(g, [1, 4]),
        spareNodes: maybe(g, [0, 1]),
        scheduler,
        lustre: maybe(g, [{ capacityTiB: 4.8, throughputPerTiB: 500 }, { deletionProtected: false }]),
        ...common,
      });
    case "fineTuning": {
      const tuner = maybe(g, ["slurm", "ray"] as const);
      return defined({
        kind,
        instanceType: "g6e.12xlarge",
        nodesPerRun: 1,
        runsAtOnce: maybe(g, [1, 3]),
        scheduler: tuner,
        teams: maybe(g, [["search", "support"]]),
        datasets: maybe(g, ["nvme", "lustre"] as const),
        slurm: tuner === "ray" ? undefined : maybe(g, [{ loginNodes: 1 }]),
        ...common,
      });
    }
    case "inference":
      return defined({
        kind,
        ...from(g, [
          { instanceType: "g6e.12xlarge" },
          { instanceType: "p5.48xlarge", migProfile: "3g.40gb" },
          { instanceType: "g6e.12xlarge", timeSlicingReplicas: 2 },
        ]),
        nodes: 2,
        ray: maybe(g, [{ systemNodes: 2 }]),
        ...common,
      });
    case "singleNode":
      return defined({ kind, instanceType: "g6e.48xlarge", ...common });
  }
}
