import { accelerator } from "../../lib/catalog/accelerators";
import { instanceType } from "../../lib/catalog/instance-types";
import { modelArchitecture } from "../../lib/catalog/models";
import { lustreTiers } from "../../lib/catalog/storage/lustre-tiers";
import { WarpformError } from "../../lib/errors";
import * as sizing from "../../lib/sizing";

const H100 = accelerator("H100-SXM-80GB");
const P5 = instanceType("p5.48xlarge");
const MODEL = modelArchitecture("llama-3.1-8b");
const LAYOUT = { ...sizing.SINGLE_GPU, tensor: 8 };
const LINK = sizing.instanceInterconnect(P5, H100);
const GPU = sizing.gpuSpec(H100);
const STATE = sizing.TRAINING_PRECISIONS["bf16-adam"];
const STORE = sizing.measuredRate(10e9, 5e9);
const TEN = sizing.around(10, 0.1);
const SHARE = sizing.range(0.7, 0.8, 0.9);
const TREE = sizing.fatTree({ nodes: 40, railsPerNode: 8, switchPorts: 64, linkGbps: 400 }) as sizing.FatTree;
const OPTIONS = { sequenceLength: 4096, attention: "flash", dropout: false } as const;
const BATCH = { model: MODEL, sequenceLength: 4096, globalBatchSequences: 8 };
const ADAPTER = sizing.adapterOf(MODEL, "lora", 16);
const JOB = {
  ...BATCH,
  precision: "bf16" as const,
  state: STATE,
  gpu: GPU,
  link: LINK,
  software: sizing.TRAINING_SOFTWARE["megatron-core"],
};
const RECOVERY = { nodes: 64, perNodeDay: TEN, intervalSeconds: 600, stallSeconds: TEN, restartSeconds: TEN };
const WRITE = {
  ...{ bytes: TEN, writerNodes: 2, gpusPerNode: 8, hostLinkGBps: 64, store: STORE, nodeGbps: 100 },
  ...{ asynchronous: true, intervalSeconds: 600, copiesRead: 1 },
};
const START = {
  ...{ weightsBytes: 1e10, store: STORE, nodeGbps: 100, imageBytes: 1e9, imageStore: STORE },
  ...{ bootSeconds: 100, accelerators: 8, hostLinkGBps: 64 },
};
const FEED = {
  ...{ demandBytesPerSecond: 1e9, datasetBytes: 1e12, nodes: 2, store: STORE, nodeGbps: 100, origin: STORE },
  ...{ cacheBytesPerNode: 1e11, cacheReadBytesPerSecond: 1e9, sharded: true },
};
const REPLICA: sizing.ReplicaProps = {
  ...{ model: MODEL, accelerator: H100, tensorParallel: 1, precision: "bf16" as const, kvPrecision: "bf16" as const },
  ...{ promptTokens: 1000, outputTokens: 100, maxBatch: 64, memoryShare: 0.9, reservedBytes: 0 },
};
const OWN = {
  ...{ gpus: 64, capexUsd: 3e6, lifeYears: 5, residualShare: 0.1, interestShare: 0.05, supportShare: 0.05 },
  ...{ drawWatts: 1e5, pue: 1.2, usdPerKwh: 0.1, colocationUsdPerKwMonth: 100, staff: 1, usdPerStaffYear: 1e5 },
  ...{ utilization: 0.7 },
};
const SERVICE = {
  ...{ rate: sizing.servingRate(REPLICA), promptTokens: 1000, outputTokens: 100, requestsPerSecond: 5 },
  ...{ timeToFirstTokenSeconds: 5, timePerOutputTokenSeconds: 1, percentile: 0.95, headRoom: 0.2 },
};
const FINE = { ...BATCH, method: "lora", loraRank: 16, tokens: 1e6, gpus: 8, gpu: GPU, link: LINK } as const;
const ITEM = { name: "nodes", kind: "nodes", usdPerHour: 1 };
const POWER = { name: "nodes", count: 2, nameplateWatts: TEN, drawWatts: TEN };
const SSD = lustreTiers().find((tier) => tier.deploymentType === "PERSISTENT_2" && tier.diskReadMBpsPerTiB !== null)!;
const QUOTE = {
  ...{ nodeUsd: 310_000, networkShare: 0.1, lifeYears: 4, residualShare: 0.2, interestShare: 0.08, supportShare: 0.05 },
  ...{ usdPerKwh: 0.08, pue: 1.3, colocationUsdPerKwMonth: 184, staffUsdPerYear: 400_000 },
};
const GROUP = { ranks: 16, ranksPerDomain: 8 };

/** Good arguments of each exported function. */
const CALLS: Readonly<Record<string, readonly unknown[]>> = {
  activationBytesPerLayer: [MODEL, LAYOUT, OPTIONS, false],
  firstStageLayers: [32, LAYOUT, 8],
  checkpointBytes: [8e9, STATE],
  checkpointTime: [WRITE],
  dalyInterval: [10, 1000],
  youngInterval: [10, 1000],
  coldStart: [START],
  collective: ["all-reduce", 1e9, GROUP, LINK],
  collectiveSeconds: ["all-reduce", 1e9, GROUP, LINK],
  costPerMillionTokens: [8, TEN, 0.5],
  hourlyCost: [[ITEM]],
  natCost: [1, 0.045, 100, 0.045],
  nodesCost: ["nodes", 2, 50],
  runCost: [50, TEN, SHARE, 0, 1e9],
  storageCost: ["lustre", 1200, 0.1],
  transferCost: ["traffic", "egress", 10, 0.1],
  egressUsdPerMonth: [60_000, [{ fromGb: 100, usdPerGb: 0.09 }]],
  transferHours: [10, 1.25],
  dataFeed: [FEED],
  readDemand: [1000, 4],
  fatTree: [TREE.props],
  fatTreeTopology: [TREE],
  fatTreeWiring: [TREE],
  adapterOf: [MODEL, "lora", 16, "all-linear"],
  fineTuning: [FINE],
  forwardFlopsPerToken: [MODEL, 4096, "full"],
  hardwareFlopsPerToken: [MODEL, 4096, "full", "full", false],
  trainingFlopsPerToken: [MODEL, 4096, "full", false],
  instanceInterconnect: [P5, H100, true],
  interconnect: [H100, 8, { kind: "infiniband", gbpsPerNode: 3200, gpusPerNode: 8, oversubscription: 1 }],
  linkGenerations: [],
  gpuSpec: [H100],
  kernelEfficiencies: [],
  kernelEfficiency: ["Hopper"],
  loraMemory: [MODEL, 100, 8, 16, "all-linear"],
  loraParameters: [MODEL, 16, "all-linear"],
  kvBytesPerRequest: [MODEL, 4096, "bf16", 16],
  kvBytesPerToken: [MODEL, "bf16"],
  stateBytesPerRequest: [MODEL],
  stateBytesPerParameter: [STATE, 1, 8],
  weightsBytes: [MODEL, "bf16"],
  openSmConfig: [TREE, { plane: 1, directory: "/etc/opensm", smPriority: 14 }],
  openSmRootGuids: [TREE, Object.fromEntries(sizing.rootSwitches(TREE).map((name, i) => [name, `0x${i + 1}`])), 1],
  rootSwitches: [TREE, 1],
  ownershipCost: [OWN],
  quotedOwnership: [QUOTE, { nodes: 32, gpusPerNode: 8, drawWatts: 7752 }],
  gpuCount: [LAYOUT],
  microBatches: [LAYOUT, 8],
  parallelismPlan: [{ ...JOB, gpus: 8, most: 1 }],
  parameterCount: [MODEL],
  describeLayout: [LAYOUT],
  clusterPower: [[POWER], 1.2],
  nodeDraw: [H100, 8],
  rackLayout: [32, 10_200, 8, 42_000, 42],
  runEnergyWh: [TEN, TEN, 1.2],
  breakEvenUtilization: [43, 55],
  capacityBlockCost: [16, 31, 14, TEN],
  spotWorkPrice: [40, SHARE],
  addRanges: [TEN, TEN],
  around: [10, 0.1, 0.2],
  exactly: [10],
  mapRange: [TEN, (value: number) => 2 * value],
  range: [1, 2, 3],
  effectiveTrainingTime: [RECOVERY],
  failuresPerDay: [64, 0.004],
  interruptionsInRun: [64, TEN, 10],
  lostWork: [RECOVERY, 50],
  meanTimeToFailure: [64, 0.004],
  publishedFailureRate: ["H100"],
  spareNodes: [64, TEN, 48, 0.99],
  spotInterruptionsPerHour: [0.1],
  erlangC: [10, 8],
  replicasFor: [SERVICE],
  scalingHeadRoom: [0.05, 360],
  servingRate: [REPLICA],
  daysToTrain: [sizing.stepTime(JOB, LAYOUT), 1e9],
  stepTime: [JOB, LAYOUT],
  lustreRate: [SSD, 4800, "ena"],
  managedApiComparison: [
    {
      ...{ requestsPerSecond: 5, promptTokens: 1000, outputTokens: 100 },
      ...{ inputUsdPerMillion: 0.2, outputUsdPerMillion: 0.6, ownUsdPerHour: 98 },
    },
  ],
  measuredRate: [1e9, 1e9, 0.1],
  s3Rate: [2, 100],
  transferSeconds: [1e9, STORE, "read", 2, 100],
  trainingMemory: [{ ...BATCH, ...OPTIONS, state: STATE, adapter: ADAPTER }, LAYOUT],
};

type Call = (...all: unknown[]) => unknown;
const functions = Object.entries(sizing).filter((entry): entry is [string, never] => typeof entry[1] === "function");

type Path = readonly (string | number)[];

/** Every place of a value that holds a number, a name or a flag, and every structure itself. */
function places(value: unknown, path: Path = []): Path[] {
  if (typeof value === "function") return [path];
  if (typeof value !== "object" || value === null) return [path];
  return [
    ...(path.length > 0 ? [path] : []),
    ...Object.entries(value).flatMap(([key, v]) => places(v, [...path, key])),
  ];
}

function withValue(value: unknown, path: Path, put: unknown): unknown {
  if (path.length === 0) return put;
  const [key, ...rest] = path;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...(value as object) };
  (copy as Record<string, unknown>)[key as string] = withValue(
    (value as Record<string, unknown>)[key as string],
    rest,
    put,
  );
  return copy;
}

function hasNaN(value: unknown): boolean {
  if (typeof value === "number") return Number.isNaN(value);
  if (typeof value === "string") return /NaN|undefined|\[object/.test(value);
  return typeof value === "object" && value !== null && Object.values(value).some(hasNaN);
}

const BAD: readonly unknown[] = [Number.NaN, -1, Number.POSITIVE_INFINITY, "abc", undefined, null, {}];

/** What each wrong value in each place came to, where it was neither a clear error nor an answer. */
function faults(name: string, call: Call, good: readonly unknown[]): string[] {
  const found: string[] = [];
  for (const path of places(good))
    for (const bad of BAD) {
      const at = `${name}: ${path.join(".")} = ${String(bad)}`;
      try {
        if (hasNaN(call(...(withValue(good, path, bad) as unknown[])))) found.push(`${at}: NaN in the answer`);
      } catch (error) {
        if (!(error instanceof WarpformError)) found.push(`${at}: ${String(error)}`);
        else if (error.problems.some((problem) => problem.path === "")) found.push(`${at}: names no prop`);
      }
    }
  return found;
}

describe("every function of the sizing", () => {
  it("has good arguments in this test, and takes them", () => {
    expect(Object.keys(CALLS).sort()).toEqual(functions.map(([name]) => name).sort());
    for (const [name, call] of functions)
      expect([name, hasNaN((call as Call)(...CALLS[name]!))]).toEqual([name, false]);
  });

  it.each(functions)("%s answers a wrong value in any place with one clear error or a finite figure", (name, call) => {
    expect(faults(name, call as Call, CALLS[name]!)).toEqual([]);
  });

  it.each([Number.NaN, -1, 0, Number.POSITIVE_INFINITY, "abc", undefined])(
    "a serving rate refuses a batch of %s",
    (batch) => {
      const rate = sizing.servingRate(REPLICA);
      for (const method of [rate.stepSeconds, rate.tokensPerSecond, rate.timePerOutputToken])
        expect(() => method(batch as number)).toThrow(/batch (must be|is required)/);
    },
  );
});
