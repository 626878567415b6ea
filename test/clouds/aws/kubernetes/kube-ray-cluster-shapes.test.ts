import type { TerraformStack } from "cdktf";
import {
  CheckpointBucket,
  type ClusterNetwork,
  GpuNodePool,
  KubeRayCluster,
  LustreStorage,
} from "../../../../lib/clouds/aws/index";
import { WarpformError } from "../../../../lib/errors";
import { testNetwork, testStack } from "../synthesized";

/** JavaScript's view of props. */
type Loose = Record<string, unknown>;

interface Parts {
  readonly stack: TerraformStack;
  readonly network: ClusterNetwork;
  readonly pool: GpuNodePool;
}

function parts(): Parts {
  const stack = testStack();
  const network = testNetwork(stack);
  const pool = new GpuNodePool(stack, "l40s", {
    network,
    instanceType: "g6e.12xlarge",
    nodes: { min: 0, max: 4 },
  });
  return { stack, network, pool };
}

/** One of everything that a cluster can hold. */
function full({ network, pool, stack }: Parts, made: { bucket: unknown; storage: unknown }): Loose {
  return {
    network,
    pools: [pool],
    rayClusters: [{ name: "research", pools: [pool], env: { A: "1" } }],
    fineTuning: [
      { name: "bot", pool, model: "a/b", data: "s3://b/d", storage: "s3://b/c", adapters: "s3://b/a", queue: "red" },
    ],
    serving: [
      {
        name: "llama",
        pool,
        model: "llama-3.1-8b",
        weights: "s3://b/w",
        replicas: { min: 1, max: 2 },
        lora: { adapters: "s3://b/a", maxAdapters: 2, maxRank: 16 },
      },
    ],
    triton: [{ name: "vision", pool, modelRepository: "s3://b/m", replicas: { min: 1, max: 2 } }],
    gateway: { domain: "models.example.com" },
    queues: { teams: [{ name: "red", gpus: { l40s: 4 } }] },
    fileSystems: [{ storage: made.storage, path: "/fsx" }],
    bucketMounts: [{ bucket: made.bucket, path: "/data" }],
    monitoring: { storageGiB: 100 },
    workloadsScope: stack,
  };
}

/** Paths of all props, as keys from the outside in; what is a construct stays whole. */
function paths(value: unknown, at: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  const plain = Array.isArray(value) || (value !== null && Object.getPrototypeOf(value) === Object.prototype);
  if (typeof value !== "object" || !plain) return [at];
  const inner = Object.entries(value as Loose).flatMap(([key, of]) => paths(of, [...at, key]));
  return at.length === 0 ? inner : [at, ...inner];
}

function replaced(value: unknown, [key, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Loose) }) as Loose;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

describe("KubeRayCluster from JavaScript", () => {
  const held = parts();
  const made = {
    bucket: new CheckpointBucket(held.stack, "bucket", { network: held.network }),
    storage: new LustreStorage(held.stack, "fsx", { network: held.network, capacityTiB: 1.2 }),
  };
  const props = full(held, made);
  const all = paths(props).filter(([first]) => !["network", "pools", "workloadsScope"].includes(String(first)));
  const Cluster = KubeRayCluster as unknown as new (scope: unknown, id: string, props: unknown) => KubeRayCluster;
  let tried = 0;

  const thrownBy = (wrong: unknown): unknown => {
    try {
      new Cluster(held.stack, `c${tried++}`, wrong);
    } catch (error) {
      return error;
    }
    return undefined;
  };

  it("knows where everything lies", () => {
    expect(all.length).toBeGreaterThan(50);
  });

  it.each([
    ["null", null],
    ["a number", -7.5],
    ["a list of nothing", [null]],
    ["a function", () => 1],
  ])("answers %s anywhere in its props with its own error", (_, wrong) => {
    for (const path of all) {
      const error = thrownBy(replaced(props, path, wrong));
      if (!(error instanceof WarpformError)) throw new Error(`${path.join(".")}: ${error}`);
    }
  });

  it.each([
    [
      ["serving", 0, "weights"],
      'serving[0].weights is required; give "s3://bucket/prefix" or an absolute path on a mount',
    ],
    [["serving", 0, "pool"], "serving[0].pool is required; give a GpuNodePool"],
    [
      ["triton", 0, "modelRepository"],
      'triton[0].modelRepository is required; give "s3://bucket/prefix" or an absolute path on a mount',
    ],
    [
      ["fineTuning", 0, "storage"],
      'fineTuning[0].storage is required; give "s3://bucket/prefix" or an absolute path on a mount',
    ],
    [["serving", 0, "lora", "maxRank"], "serving[0].lora.maxRank is required; give a whole number"],
    [["queues", "teams", 0, "gpus"], "queues.teams[0].gpus is required; give an object"],
    [["fileSystems", 0, "storage"], "fileSystems[0].storage is required; give a LustreStorage"],
    [["rayClusters", 0, "env", "A"], "rayClusters[0].env.A is required; give text"],
    [["gateway", "domain"], "gateway.domain is required; give text"],
  ])("names %s when it is missing", (path, expected) => {
    const error = thrownBy(replaced(props, path, undefined)) as Error;
    expect(error.message).toContain(expected);
  });

  it.each([
    [
      ["serving", 0, "engine"],
      "lws",
      'serving[0].engine must be "ray", "leader-worker-set" or "sglang", got "lws"; use "ray"',
    ],
    [["serving", 0, "precision"], "int5", 'serving[0].precision must be "fp32", "bf16", "fp8"'],
    [
      ["serving", 0, "exposure"],
      "publik",
      'serving[0].exposure must be "cluster", "internal", "public" or "gateway", got "publik"; use "public"',
    ],
    [
      ["triton", 0, "exposure"],
      "open",
      'triton[0].exposure must be "cluster", "internal", "public" or "gateway", got "open"; use "cluster"',
    ],
    [["fineTuning", 0, "method"], "qlra", 'fineTuning[0].method must be "lora" or "qlora", got "qlra"; use "qlora"'],
  ])("refuses a value of %s that it does not know", (path, value, expected) => {
    expect((thrownBy(replaced(props, path, value)) as Error).message).toContain(expected);
  });
});
