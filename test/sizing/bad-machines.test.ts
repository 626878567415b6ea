import { accelerator } from "../../lib/catalog/accelerators";
import { modelArchitecture } from "../../lib/catalog/models";
import { WarpformError } from "../../lib/errors";
import { collective } from "../../lib/sizing/fabric/collectives";
import { type FabricSpec, interconnect } from "../../lib/sizing/fabric/interconnect";
import { requireLegal } from "../../lib/sizing/inputs/check-training";
import { kvBytesPerRequest } from "../../lib/sizing/memory/model-memory";
import { SINGLE_GPU } from "../../lib/sizing/parallelism/parallel-layout";

const H100 = accelerator("H100-SXM-80GB");
const LLAMA = modelArchitecture("llama-3.1-8b");
const INFINIBAND: FabricSpec = { kind: "infiniband", gbpsPerNode: 3200, gpusPerNode: 8 };
const SUBJECT = { model: LLAMA, sequenceLength: 4096, globalBatchSequences: 8 };

const fabric = (changes: Partial<FabricSpec>, domain = 8) => interconnect(H100, domain, { ...INFINIBAND, ...changes });
const reduce = (oversubscription: number) =>
  collective("all-reduce", 1e9, { ranks: 16, ranksPerDomain: 8 }, { ...fabric({}), oversubscription });

const CASES: readonly (readonly [string, () => unknown, string])[] = [
  ["no GPU in a domain", () => fabric({}, 0), "gpusPerDomain must be a whole number from 1 to 100000, got 0"],
  ["a domain of NaN", () => fabric({}, Number.NaN), "gpusPerDomain must be a whole number from 1 to 100000, got NaN"],
  ["a network below nothing", () => fabric({ gbpsPerNode: -5 }), "gbpsPerNode must be a number from 0 to 1000000 Gb/s"],
  ["a network of NaN", () => fabric({ gbpsPerNode: Number.NaN }), "got NaN"],
  ["a node without GPUs", () => fabric({ gpusPerNode: 0 }), "gpusPerNode must be a whole number from 1 to 1024, got 0"],
  ["more uplinks than needed", () => fabric({ oversubscription: 0.5 }), "oversubscription must be a number from 1"],
  ["a collective over NaN uplinks", () => reduce(Number.NaN), "oversubscription must be a number from 1"],
  ["a collective over no uplinks", () => reduce(Number.POSITIVE_INFINITY), "got Infinity; use 1 for none"],
  ["a cache of NaN tokens", () => kvBytesPerRequest(LLAMA, Number.NaN), "tokens must be a number from 0"],
  ["a cache of less than nothing", () => kvBytesPerRequest(LLAMA, -1), "got -1; use 0 or more"],
  ["pages that hold nothing", () => kvBytesPerRequest(LLAMA, 100, "bf16", 0), "blockTokens must be a whole number"],
  [
    "a fifth ZeRO stage",
    () => requireLegal("step time", SUBJECT, { ...SINGLE_GPU, zeroStage: 4 as 3 }),
    "layout.zeroStage must be a whole number from 0 to 3, got 4",
  ],
];

describe("machines and caches that cannot be", () => {
  it.each(CASES)("refuses %s with one clear error", (_name, make, message) => {
    expect(make).toThrow(WarpformError);
    expect(make).toThrow(message);
  });
});
