import type { TerraformStack } from "cdktf";
import { GpuNodePool, KubeRayCluster, type KubeRayClusterProps, LustreStorage } from "../../../../lib/clouds/aws/index";
import { messageOf, testNetwork, testStack } from "../synthesized";

type Build = (pool: GpuNodePool, stack: TerraformStack) => object;

/** A cluster as a program without types gives it. */
function build(over: Build) {
  const stack = testStack();
  const network = testNetwork(stack);
  const l40s = new GpuNodePool(stack, "l40s", { network, instanceType: "g6e.12xlarge", nodes: { min: 0, max: 4 } });
  return new KubeRayCluster(stack, "ray", { network, pools: [l40s], ...over(l40s, stack) } as KubeRayClusterProps);
}

const serving =
  (over: object): Build =>
  (pool) => ({
    serving: [
      { name: "chat", pool, model: "llama-3.1-8b", weights: "s3://models/chat", replicas: { min: 1, max: 1 }, ...over },
    ],
  });
const job =
  (over: object): Build =>
  (pool) => ({ jobs: [{ name: "torch", pool, image: "registry.example/train:1", command: ["torchrun"], ...over }] });
const ray =
  (over: object): Build =>
  (pool) => ({ rayClusters: [{ name: "dev", pools: [pool], ...over }] });
const lustre = (stack: TerraformStack, network: KubeRayClusterProps["network"], id = "scratch") =>
  new LustreStorage(stack, id, { network, capacityTiB: 12, throughputPerTiB: 250 });

describe("KubeRayCluster answers in the words of its own props to", () => {
  it.each<[string, Build, string]>([
    [
      "a model by its name on the hub",
      serving({ model: "meta-llama/Llama-3.1-8B-Instruct" }),
      'serving[0].model "meta-llama/Llama-3.1-8B-Instruct" is not in the catalog; nearest are llama-3.1-8b',
    ],
    [
      "a model that is near to none",
      serving({ model: "x/y" }),
      'serving[0].model "x/y" is not in the catalog; `npx warpform catalog --models` lists those that are',
    ],
    [
      "weights on a web server",
      serving({ weights: "https://models.s3.amazonaws.com/chat" }),
      'got "https://models.s3.amazonaws.com/chat", which nodes do not fetch from; copy the files there, and write "s3://bucket/prefix"',
    ],
    [
      "an object among the engine's arguments",
      serving({ engineArguments: { speculative_config: { method: "ngram" } } }),
      `objects as JSON text, got { method }; use '{"method":"ngram"}'`,
    ],
    ["a command as one text", job({ command: "torchrun train.py" }), 'use ["torchrun", "train.py"]'],
    ["a number in the environment", job({ env: { LEVEL: 3 } }), 'jobs[0].env.LEVEL must be text, got 3; use "3"'],
    ["a fraction for a version", ray({ rayVersion: 2.5 }), "rayClusters[0].rayVersion must be text, got 2.5"],
    [
      "more workers at least than at most",
      ray({ workers: { min: 3, max: 1 } }),
      "rayClusters[0].workers.min must be at most max 1, got 3; use 1",
    ],
    ["a pool twice", (pool) => ({ rayClusters: [{ name: "dev", pools: [pool, pool] }] }), '.pools has "l40s" twice'],
    ["no pools", ray({ pools: [] }), "rayClusters[0].pools must have at least one pool; add one"],
    [
      "a file system at two paths, which would be two volumes of one name in a pod",
      ({ network }, stack) => {
        const storage = lustre(stack, network);
        return { fileSystems: ["/fsx", "/two"].map((path) => ({ storage, path })) };
      },
      'fileSystems[1].storage "scratch" is that of fileSystems[0], and a pod mounts a file system once',
    ],
    [
      "a trailing slash of a file system's path, with what else is wrong",
      ({ network }, stack) => ({ fileSystems: [{ storage: lustre(stack, network), path: "/fsx/" }], systemNodes: 1 }),
      "fileSystems[0].path must be of letters, digits, dots, dashes and underscores, without a trailing slash",
    ],
  ])("%s", (_, over, message) => {
    expect(messageOf(() => build(over))).toContain(message);
  });

  it.each([
    ["a key", "apiKey", serving({ apiKey: "sk-live-0123456789" })],
    ["a token", "secretEnv.HF_TOKEN", serving({ secretEnv: { HF_TOKEN: "hf_0123456789" } })],
  ])("%s in place of where it is, which the message does not repeat", (_, prop, over) => {
    const message = messageOf(() => build(over));
    expect(message).toMatch(`serving[0].${prop} must be an object that says where the value is, such as { secret: `);
    expect(message).not.toMatch(/0123456789/);
  });
});
