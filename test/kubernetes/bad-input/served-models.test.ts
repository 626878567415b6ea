import { modelArchitecture } from "../../../lib/catalog/models";
import { mig, mps, poolOf, sliced } from "../pools";
import { filesAt, modelOf, type workloadsOf } from "../samples";
import { ALERTS, grouped, KEY, ofWorkloads } from "./checked";

describe("checkWorkloads, of served models", () => {
  it.each<[string, Parameters<typeof workloadsOf>[0], string]>([
    [
      "serving from a pool without GPUs",
      { serving: [modelOf({ of: poolOf("m7i.2xlarge", { name: "cpu" }), lora: null })] },
      'serving[0].pool "cpu" is of m7i.2xlarge, which has no GPUs; use a pool of GPUs',
    ],
    [
      "an engine argument by its option's name",
      { serving: [modelOf({ engineArguments: { "--trust-remote-code": true } })] },
      'serving[0].engineArguments.--trust-remote-code must be an argument by its name in Python, got "--trust-remote-code"; use "trust_remote_code"',
    ],
    [
      "a cache in node memory with a vLLM that has none",
      { serving: [modelOf({ kvOffloadGiB: 40 })] },
      "serving[0].kvOffloadGiB needs a vLLM with kv_offloading_size, which vllm 0.11.0 of image rayproject/ray-llm:2.52.0-py311-cu128 does not have; use an image with a later release, or leave it out",
    ],
    [
      "more cache than a pod has memory",
      { serving: [grouped({ kvOffloadGiB: 5000, image: "vllm/vllm-openai:v0.12.0" })], alerts: ALERTS },
      "serving[0].kvOffloadGiB must be a whole number of GiB from 1 to 45, got 5000; use 45",
    ],
    [
      "a cache of nothing",
      { serving: [grouped({ kvOffloadGiB: 0, image: "vllm/vllm-openai:v0.12.0" })], alerts: ALERTS },
      "serving[0].kvOffloadGiB must be a whole number of GiB from 1 to 45, got 0; use 1",
    ],
    [
      "a cache of less than a GiB per GPU, of which SGLang would take its own ratio",
      {
        serving: [
          grouped({ engine: "sglang", image: "lmsysorg/sglang:v0.5.18-cu130", tensorParallel: 4, kvOffloadGiB: 2 }),
        ],
        alerts: ALERTS,
      },
      "serving[0].kvOffloadGiB must be a whole number of GiB from 4 to 183, got 2; use 4",
    ],
    [
      "two sizes of one cache",
      {
        serving: [
          grouped({
            kvOffloadGiB: 20,
            image: "vllm/vllm-openai:v0.12.0",
            engineArguments: { kv_offloading_size: 10 },
          }),
        ],
        alerts: ALERTS,
      },
      "serving[0].engineArguments.kv_offloading_size and serving[0].kvOffloadGiB both size the cache in node memory; leave one of them out",
    ],
    [
      "streaming from a mount",
      {
        serving: [
          modelOf({
            files: { address: "/fsx/llama", revision: null, streamed: true },
            volumes: [{ name: "fsx", mountPath: "/fsx", readOnly: false, source: { claim: "fsx", identity: "fsx" } }],
          }),
        ],
      },
      'serving[0].weightsLoading "stream" reads from an object store, and serving[0].weights "/fsx/llama" is on a mount, from which the engine reads anyhow; leave it out',
    ],
    [
      "streaming with the Ray that does not start so",
      {
        serving: [
          modelOf({
            files: { address: "s3://bucket/llama", revision: null, streamed: true },
            image: "registry.example/ray-llm:1",
            rayVersion: "2.57.0",
          }),
        ],
      },
      'serving[0].weightsLoading "stream" does not start with Ray 2.57.0, which passes the model\'s name to vLLM and not its address (ray-project/ray#64978); use Ray 2.56, or leave it out',
    ],
    [
      "another way to load than what is asked for",
      {
        serving: [
          modelOf({
            files: { address: "s3://bucket/llama", revision: null, streamed: true },
            engineArguments: { load_format: "safetensors" },
          }),
        ],
      },
      'serving[0].engineArguments.load_format "safetensors" reads no object store, as weightsLoading "stream" has it; leave one of them out',
    ],
    [
      "an engine argument that a prop says",
      { serving: [modelOf({ engineArguments: { max_model_len: 100 } })] },
      "serving[0].engineArguments.max_model_len is what maxModelLength says; give that prop and leave it out here",
    ],
    [
      "a model over several nodes without a fabric",
      {
        serving: [
          modelOf({
            architecture: modelArchitecture("llama-3.1-405b"),
            tensorParallel: 4,
            pipelineParallel: 4,
            replicas: { min: 1, max: 2 },
          }),
        ],
      },
      'serving[0] takes 4 nodes per replica, but pool "l40s" has no fabric; add fabric to the pool, or fit the model in one node',
    ],
    [
      "tensor parallelism that does not divide the heads",
      { serving: [modelOf({ tensorParallel: 3 })] },
      "serving[0].tensorParallel must divide the 32 attention heads of llama-3.1-8b, got 3; use 2",
    ],
    [
      "tensor parallelism that shares the key-value heads out unevenly",
      {
        serving: [
          modelOf({ architecture: modelArchitecture("phi-4-14b"), tensorParallel: 4, replicas: { min: 1, max: 2 } }),
        ],
      },
      "serving[0].tensorParallel must divide the 10 key-value heads of phi-4-14b, got 4; use 2",
    ],
    [
      "a cache that each GPU holds whole, since latent attention has one head for all",
      {
        serving: [
          modelOf({
            architecture: { ...modelArchitecture("deepseek-v2-lite"), maxSequenceLength: null },
            tensorParallel: 4,
            maxModelLength: 1_300_000,
            replicas: { min: 1, max: 2 },
          }),
        ],
      },
      "serving[0] needs 7.3 GiB of weights and 37.7 GiB for one request of 1300000 tokens on each GPU, but L40S-48GB has 40.5 GiB to give; use more GPUs per replica, a smaller precision or a shorter maxModelLength",
    ],
    [
      "requests of no tokens",
      { serving: [modelOf({ maxModelLength: 0 })] },
      "serving[0].maxModelLength must be a whole number of tokens from 1 to 100000000, got 0; use 1",
    ],
    [
      "tensor parallelism beyond a node",
      { serving: [modelOf({ tensorParallel: 8 })] },
      "serving[0].tensorParallel must be a whole number of GPUs from 1 to 4, got 8; use 4",
    ],
    [
      "a model that does not fit",
      { serving: [modelOf({ architecture: modelArchitecture("llama-3.1-70b") })] },
      "serving[0] needs 131.4 GiB of weights and 5.0 GiB for one request of 16384 tokens on each GPU, but L40S-48GB has 40.5 GiB to give; use more GPUs per replica, a smaller precision or a shorter maxModelLength",
    ],
    [
      "more adapters than fit",
      { serving: [modelOf({ lora: { adapters: "s3://b/a", maxAdapters: 500, maxRank: 16 } })] },
      "serving[0].lora.maxAdapters 500 takes 39.1 GiB on each GPU in addition to 15.0 GiB of weights and 2.0 GiB for one request; L40S-48GB has 40.5 GiB to give; use 301 or fewer, or a smaller maxRank",
    ],
    [
      "adapters of too high a rank",
      { serving: [modelOf({ lora: { adapters: "s3://b/a", maxAdapters: 1, maxRank: 1024 } })] },
      "serving[0].lora.maxRank must be a whole number from 1 to 512, got 1024; use 512",
    ],
    [
      "more replicas than the pool has GPUs for",
      { serving: [modelOf({ tensorParallel: 4, replicas: { min: 1, max: 9 } })] },
      'serving[0].replicas.max 9 takes 36 GPUs, but pool "l40s" has 32; use 8 or raise nodes.max',
    ],
    [
      "a model on a part of a GPU that does not hold it",
      { serving: [modelOf({ of: sliced })] },
      "serving[0] needs 15.0 GiB of weights and 2.0 GiB for one request of 16384 tokens on each GPU, but 1/4 of L4-24GB has 2.6 GiB to give; use a larger part, a smaller precision or a shorter maxModelLength, or fewer requests at once (engineArguments.max_num_seqs)",
    ],
    [
      "a model over several parts of a GPU",
      { serving: [modelOf({ of: mig, tensorParallel: 2 })] },
      `serving[0].tensorParallel must be 1 on pool "${mig.pool.name}", which shares its GPUs: a replica has one part of one, got 2; use 1`,
    ],
    [
      "a model on GPUs shared by MPS",
      { serving: [modelOf({ of: mps })] },
      `serving[0] is served from pool "${mps.pool.name}", which shares its GPUs by MPS, whose limits hold for each of vLLM's processes and not for their sum; use MIG, time slicing or whole GPUs`,
    ],
    [
      "a LeaderWorkerSet on shared GPUs",
      { serving: [grouped({ of: mig })] },
      `serving[0].engine "leader-worker-set" takes whole GPUs, and pool "${mig.pool.name}" shares its GPUs; leave out engine`,
    ],
    [
      "LoRA adapters on a LeaderWorkerSet",
      { serving: [grouped({ lora: modelOf().lora })] },
      'serving[0].lora needs engine "ray", which fetches adapters from an object store as requests name them; leave out engine, or merge the adapter into the weights',
    ],
    [
      "groups that nothing would start",
      { serving: [grouped({ replicas: { min: 0, max: 2 } })], alerts: ALERTS },
      'serving[0].replicas.min must be at least 1 with engine "leader-worker-set", got 0: without a server, the requests that would start one are not counted; use 1',
    ],
    [
      "groups that scale without Prometheus",
      { serving: [grouped({ replicas: { min: 1, max: 2 } })] },
      "serving[0] scales by what Prometheus measures, but monitoring is false; leave out monitoring: false, or give replicas.min and max the same number",
    ],
    [
      "latency without Prometheus",
      { serving: [modelOf({ targetTimeToFirstTokenSeconds: 1 })] },
      "serving[0] scales by what Prometheus measures, but monitoring is false; leave out monitoring: false, or scale by targetOngoingRequests alone",
    ],
    [
      "latency in milliseconds",
      { serving: [modelOf({ targetTimeToFirstTokenSeconds: 500 })], alerts: ALERTS },
      "serving[0].targetTimeToFirstTokenSeconds must be a number from 0.02 to 120, got 500; use 120",
    ],
    [
      "latency of nothing",
      { serving: [modelOf({ targetTimeToFirstTokenSeconds: 0 })], alerts: ALERTS },
      "serving[0].targetTimeToFirstTokenSeconds must be a number from 0.02 to 120, got 0; use 0.02",
    ],
    [
      "a latency that can start nothing",
      {
        serving: [modelOf({ targetTimeToFirstTokenSeconds: 1, replicas: { min: 2, max: 2 } })],
        alerts: ALERTS,
      },
      "serving[0].targetTimeToFirstTokenSeconds can start no replica beyond replicas.max 2; raise replicas.max or leave it out",
    ],
    [
      "adapters on a mount, from which Ray Serve fetches none",
      { serving: [modelOf({ lora: { adapters: "/fsx/adapters", maxAdapters: 8, maxRank: 16 } })] },
      'serving[0].lora.adapters must be "s3://bucket/prefix", since Ray Serve fetches adapters from a bucket as requests name them, got "/fsx/adapters"; copy them to a bucket',
    ],
    [
      "weights that no pod has",
      { serving: [modelOf({ files: filesAt("/models/llama") })] },
      'serving[0].weights "/models/llama" is on no mount, and image "rayproject/ray-llm:2.52.0-py311-cu128" holds no such files; use "s3://bucket/prefix", or a path on what fileSystems or bucketMounts mount',
    ],
    [
      "a model id of two words",
      { serving: [modelOf({ modelId: "my model" })] },
      'serving[0].modelId must be one word without spaces, quotes and shell metacharacters, got "my model"; use letters, digits, dashes, dots and slashes',
    ],
    [
      "a revision that no annotation takes",
      { serving: [modelOf({ files: { address: "s3://bucket/llama", revision: "of today" } })] },
      'serving[0].revision must be 1 to 63 letters, digits, dots, dashes and underscores, got "of today"; use "2026-11-22" or a commit',
    ],
    [
      "a key that no engine checks",
      { serving: [modelOf({ apiKey: KEY })] },
      'serving[0].apiKey has no effect: Ray Serve\'s OpenAI server asks clients for no key; leave it out, or use engine "leader-worker-set" or "sglang"',
    ],
    [
      "no replicas on a Ray that starts every model",
      { serving: [modelOf({ replicas: { min: 0, max: 8 } })] },
      "serving[0].replicas.min must be at least 1 with Ray 2.52.0, which starts every model and does not go back to zero; use 1, or an image and rayVersion of 2.56.0 or newer",
    ],
  ])("refuses %s", (_, over, message) => {
    expect(ofWorkloads(over)).toEqual([message]);
  });
});
