import { bucketVolume } from "../../../lib/clouds/aws/kubernetes/writers/aws-volumes";
import { p5, sliced } from "../pools";
import { clusterOf, filesAt, modelOf, queuesOf, runOf, teamOf, tritonOf, type workloadsOf } from "../samples";
import { mountedBucket, ofWorkloads } from "./checked";

describe("checkWorkloads, of runs and queues", () => {
  it.each<[string, Parameters<typeof workloadsOf>[0], string]>([
    [
      "a run whose name starts with a digit",
      { fineTuning: [runOf({ name: "8b" })] },
      'fineTuning[0].name must start with a letter, since it becomes the name of a Service, got "8b"; use "run-8b"',
    ],
    [
      "shares above the pool",
      { queues: queuesOf({ teams: [teamOf("a", { h100: 96 }), teamOf("b", { h100: 64 })] }) },
      'queues.teams own 160 GPUs of pool "h100" (96 + 64), which has 128 (16 nodes with 8); lower the shares or raise nodes.max to 20',
    ],
    [
      "a share of an unknown pool",
      { queues: queuesOf({ teams: [teamOf("a", { h200: 8 })] }) },
      'queues.teams[0].gpus names pool "h200", which the cluster does not have; use "h100"',
    ],
    [
      "half a GPU",
      { queues: queuesOf({ teams: [teamOf("a", { h100: 0.5 })] }) },
      "queues.teams[0].gpus.h100 must be a whole number of GPUs of 0 or more, got 0.5; use 1",
    ],
    [
      "no teams",
      { queues: queuesOf({ teams: [] }) },
      "queues.teams must have at least one team; add one or leave out queues",
    ],
    [
      "two teams in a namespace",
      { queues: queuesOf({ teams: [teamOf("a", { l40s: 0 }), teamOf("b", { l40s: 0 }, { namespace: "team-a" })] }) },
      'queues.teams has two teams in a namespace called "team-a"; give one of them another name',
    ],
    [
      "a weight of nothing",
      { queues: queuesOf({ teams: [teamOf("a", { l40s: 0 }, { weight: 0 })] }) },
      "queues.teams[0].weight must be a number above 0, got 0",
    ],
    [
      "a run of a part that does not divide a node",
      { fineTuning: [runOf({ gpus: 3 })] },
      "fineTuning[0].gpus must be whole nodes of 4 GPUs or a part that divides one, got 3; use 4",
    ],
    [
      "a run larger than its pool",
      { fineTuning: [runOf({ gpus: 64 })] },
      "fineTuning[0].gpus must be a whole number of GPUs from 1 to 32, got 64; use 32",
    ],
    [
      "a spot run without retries",
      { fineTuning: [runOf({ retries: 0 })] },
      'fineTuning[0].retries must be at least 1 on pool "l40s", which has spot capacity: its nodes can go at any time; use 3',
    ],
    [
      "checkpoints on a pod's own disk",
      { fineTuning: [runOf({ storage: "checkpoints" })] },
      'fineTuning[0].storage must be "s3://bucket/prefix" or an absolute path on a mount, got "checkpoints"; use "s3://checkpoints"',
    ],
    [
      "checkpoints on a path that nothing is mounted on",
      { fineTuning: [runOf({ storage: "/checkpoints" })] },
      'fineTuning[0].storage "/checkpoints" is on no mount, so it would be lost with the pod; use "s3://bucket/prefix" or a path on a shared file system of fileSystems',
    ],
    [
      "checkpoints on a mounted bucket",
      {
        volumes: [bucketVolume(mountedBucket)],
        fineTuning: [
          runOf({
            storage: "/data/checkpoints",
            volumes: [
              {
                name: "bucket-data",
                mountPath: "/data",
                readOnly: true,
                source: { claim: "bucket-data", identity: "b" },
              },
            ],
          }),
        ],
      },
      'fineTuning[0].storage "/data/checkpoints" is on the bucket mounted at /data, whose files cannot be appended to or renamed; use "s3://bucket/prefix" or a path on a shared file system of fileSystems',
    ],
    [
      "a learning rate above 1",
      { fineTuning: [runOf({ learningRate: 2 })] },
      "fineTuning[0].learningRate must be a number above 0 and below 1, got 2",
    ],
    [
      "a run on shared GPUs",
      { fineTuning: [runOf({ of: sliced, gpus: 1 })] },
      'fineTuning[0] trains on pool "l4", which shares its GPUs; use a pool without gpuSharing',
    ],
    [
      "a priority of what waits for nothing",
      { fineTuning: [runOf({ priority: "scavenger" })] },
      'fineTuning[0].priority "scavenger" orders what waits in a queue, but the workload starts at once; give it a queue or leave out priority',
    ],
    [
      "an unknown holder of queues",
      { queues: queuesOf({ scheduler: "volcano" as "kai" }) },
      'queues.scheduler must be "kueue" or "kai", got "volcano"; use "kueue"',
    ],
    [
      "KAI over shares of GPUs",
      { queues: queuesOf({ scheduler: "kai", pools: [p5, sliced] }) },
      'queues.scheduler "kai" does not count the shares of pool "l4", nvidia.com/gpu.shared; use scheduler "kueue", or MIG instead of shares',
    ],
    [
      "a team named like the queue above it",
      { queues: queuesOf({ scheduler: "kai", teams: [teamOf("all", { h100: 8 })] }) },
      'queues.teams[0].name must not be "all", the name of the queue above all teams; give the team another name',
    ],
    [
      "data that no pod has",
      { fineTuning: [runOf({ data: "/data/x.jsonl" })] },
      'fineTuning[0].data "/data/x.jsonl" is on no mount, and image "rayproject/ray-llm:2.52.0-py311-cu128" holds no such files; use "s3://bucket/prefix", or a path on what fileSystems or bucketMounts mount',
    ],
    [
      "a base model that a shell would take apart",
      { fineTuning: [runOf({ model: "llama; rm -rf /" })] },
      'fineTuning[0].model must be one word without spaces, quotes and shell metacharacters, got "llama; rm -rf /"; use letters, digits, dashes, dots and slashes',
    ],
    [
      "a run in another namespace than its queue",
      { fineTuning: [runOf({ queue: "a", namespace: "ray" })], queues: queuesOf() },
      'fineTuning[0].namespace must be "team-a", where the queue of team "a" is, got "ray": it would wait indefinitely; leave namespace out',
    ],
    [
      "a run beyond what its team can have",
      {
        fineTuning: [runOf({ queue: "a", gpus: 16 })],
        queues: queuesOf({ teams: [teamOf("a", { l40s: 8 }, { borrowing: false })] }),
      },
      'fineTuning[0] takes 16 GPUs of pool "l40s", of which team "a" owns 8 and borrows none: it would wait indefinitely; use fewer (workers of a Ray cluster, gpus of a run), give the team more, or leave out borrowing: false',
    ],
    [
      "a queue without CPUs for a head",
      { fineTuning: [runOf({ queue: "a" })], queues: queuesOf({ systemCpus: 2 }) },
      'fineTuning[0] takes 2.5 CPUs of the system nodes, of which the queue of team "a" can have 2: it would wait indefinitely; use more systemNodes or a larger systemInstanceType',
    ],
    [
      "a server that may take GPUs which a team owns",
      {
        serving: [modelOf({ replicas: { min: 4, max: 16 } })],
        queues: queuesOf({ teams: [teamOf("a", { l40s: 24 })] }),
      },
      'pool "l40s" has 32 GPUs, of which queues.teams own 24 and workloads in no queue may take 16 (serving[0] 16): Kueue would admit runs that find no node; lower serving[0].replicas.max or the teams\' shares, or raise nodes.max to 10',
    ],
    [
      "servers that always run and do not fit together",
      {
        serving: [modelOf({ replicas: { min: 30, max: 32 } })],
        triton: [tritonOf({ replicas: { min: 3, max: 3 }, targetQueueMilliseconds: null })],
      },
      'pool "l40s" has 32 GPUs, but what always runs there takes 33 (serving[0] 30 + triton[0] 3); lower replicas.min, of Ray clusters the pool\'s nodes.min, or raise nodes.max to 9',
    ],
    [
      "a model that serves adapters of a larger rank than it takes",
      { serving: [modelOf()], fineTuning: [runOf({ rank: 64, adapters: "s3://bucket/adapters/" })] },
      "serving[0].lora.maxRank 16 is less than the rank 64 of fineTuning[0], whose adapters are served: vLLM would refuse them; use 64",
    ],
    [
      "a model that serves checkpoints as adapters",
      {
        serving: [modelOf({ lora: { adapters: "s3://bucket/checkpoints", maxAdapters: 2, maxRank: 16 } })],
        fineTuning: [runOf()],
      },
      'serving[0].lora.adapters "s3://bucket/checkpoints" is where fineTuning[0] keeps its checkpoints; use "s3://bucket/adapters", where its finished adapters are',
    ],
  ])("refuses %s", (_, over, message) => {
    expect(ofWorkloads(over)).toEqual([message]);
  });

  it("takes a path on a mount, one in an image of one's own, and a run of what its team owns and may borrow", () => {
    const fsx = { name: "fsx", mountPath: "/fsx", readOnly: false, source: { claim: "fsx", identity: "fsx" } };
    expect(
      ofWorkloads({
        serving: [
          modelOf({ files: filesAt("/fsx/llama"), volumes: [fsx] }),
          modelOf({ name: "own", files: filesAt("/models/llama"), image: "registry.example/llama:1" }),
        ],
        fineTuning: [
          runOf({ queue: "a", gpus: 8 }),
          runOf({ name: "large", queue: "b", namespace: "team-b", gpus: 32, data: "/fsx/x.jsonl", volumes: [fsx] }),
        ],
        queues: queuesOf({ teams: [teamOf("a", { l40s: 8 }, { borrowing: false }), teamOf("b", { l40s: 0 })] }),
      }),
    ).toEqual([]);
  });

  it("tells one cause once: a namespace of a team and its workloads, a name that gives a namespace, two teams of one name", () => {
    const inTeam = { rayClusters: [clusterOf({ namespace: "Team NS", queue: "a" })] };
    const teams = [teamOf("a", { h100: 8 }, { namespace: "Team NS" })];
    const ofNamespaces = (over: Parameters<typeof workloadsOf>[0]) =>
      ofWorkloads(over).filter((message) => /namespace|name must|two teams/.test(message));
    expect(ofNamespaces({ ...inTeam, queues: queuesOf({ teams }) })).toEqual([
      expect.stringMatching(/^queues\.teams\[0\]\.namespace must be 1 to 40 .*; use "team-ns"$/),
    ]);
    expect(ofNamespaces({ rayClusters: [clusterOf({ namespace: "Kube-System" })] })).toEqual([
      expect.stringMatching(/^rayClusters\[0\]\.namespace must not be "Kube-System", which others use/),
    ]);
    expect(ofNamespaces({ queues: queuesOf({ teams: [teamOf("A b", { h100: 8 })] }) })).toEqual([
      expect.stringMatching(/^queues\.teams\[0\]\.name must be 1 to 40/),
    ]);
    expect(ofNamespaces({ queues: queuesOf({ teams: [teamOf("a", { h100: 8 }), teamOf("a", { h100: 8 })] }) })).toEqual(
      ['queues.teams has two teams called "a"; give one of them another name'],
    );
  });

  it("refuses tokens as text in runs, models and Triton servers", () => {
    const env = [{ name: "HF_TOKEN", value: `hf_${"a".repeat(34)}` }];
    const found = ofWorkloads({
      fineTuning: [runOf({ env })],
      serving: [modelOf({ env })],
      triton: [tritonOf({ env })],
    }).filter((message) => message.includes("looks like a token"));
    expect(found.map((message) => message.split(" ")[0])).toEqual(
      ["fineTuning", "serving", "triton"].map((list) => `${list}[0].env.HF_TOKEN`),
    );
  });
});
