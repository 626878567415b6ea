// Cells of the upgrade matrix for props that no other cell changes; those of no cell are listed with the reason.
import { GpuSharing } from "../../../../lib/clouds/aws/index";
import type { Change } from "./upgrade-cells";

const SECRETS = "arn:aws:secretsmanager:us-east-2:111122223333:secret";

/** Title, and the change; the way back is held too. */
export const REST: readonly (readonly [string, Change])[] = [
  [
    "a Ray cluster on other nodes, which scales",
    {
      cluster: ({ l40s }) => ({
        rayClusters: [
          {
            name: "train",
            pools: [l40s],
            image: "registry.example/train:1",
            workers: { min: 0, max: 1 },
            autoscaling: true,
            idleMinutes: 30,
          },
        ],
      }),
      triton: { replicas: { min: 1, max: 1 } },
    },
  ],
  ["workers of half a node", { ray: { gpusPerPod: 4, env: { NCCL_SOCKET_IFNAME: "eth0" } } }],
  [
    "limits of a job",
    { job: { retries: 1, deadlineMinutes: 600, keepHours: 48, priority: "production", env: { NCCL_DEBUG: "INFO" } } },
  ],
  ["a job of half a node", { job: { gpusPerPod: 4 } }],
  ["a job in no queue", { job: { queue: undefined, namespace: "team-b" } }],
  ["a job of another name", { job: { name: "evaluate" } }],
  [
    "sizes of a run",
    {
      run: {
        method: "qlora",
        sequenceLength: 4096,
        batchPerGpu: 2,
        learningRate: 0.0001,
        checkpointSteps: 50,
        retries: 1,
        deadlineMinutes: 600,
      },
    },
  ],
  ["a run on half a node", { run: { gpus: 2 } }],
  ["other places of a run", { run: { storage: "/fsx/runs", adapters: "/fsx/published" } }],
  ["a run in a queue", { run: { queue: "b", priority: "scavenger" } }],
  ["a run in another namespace", { run: { namespace: "research" } }],
  [
    "other software of a run",
    {
      run: {
        image: "registry.example/tune:1",
        rayVersion: "2.53.0",
        pipPackages: ["peft==0.18.1"],
        secretEnv: { HF_TOKEN: { secretArn: `${SECRETS}:hub-AbCdEf`, key: "token" } },
      },
    },
  ],
  ["groups over two nodes", { groups: { tensorParallel: 8, pipelineParallel: 2, image: "registry.example/vllm:1" } }],
  ["clients of a model outside the network", { served: { exposure: "internal", allowedCidrs: ["172.16.0.0/16"] } }],
  [
    "TLS to a model's own load balancer",
    {
      served: {
        exposure: "internal",
        certificateArn: "arn:aws:acm:us-east-2:111122223333:certificate/0a1b2c3d",
      },
    },
  ],
  ["upgrades by hand", { served: { upgradeStrategy: "none" } }],
  ["another Ray of a model", { served: { image: "rayproject/ray-llm:2.53.0-py311-cu128", rayVersion: "2.53.0" } }],
  ["clients of Triton outside the network", { triton: { exposure: "internal", allowedCidrs: ["172.16.0.0/16"] } }],
  ["Triton in another namespace", { triton: { namespace: "vision" } }],
  ["another name of a Triton server", { triton: { name: "images" } }],
  ["another repository of models", { triton: { modelRepository: "s3://models/vision-2", revision: "2026-11-24" } }],
  ["two GPUs per Triton server", { triton: { gpusPerReplica: 2 } }],
  [
    "a target of waiting",
    {
      triton: {
        targetQueueMilliseconds: 50,
        replicas: { min: 1, max: 2 },
        secretEnv: { KEY: { secretArn: `${SECRETS}:vision-AbCdEf` } },
      },
    },
  ],
  ["the login of a registry", { cluster: () => ({ imagePullSecret: "registry" }) }],
  [
    "shares of GPUs",
    { l40s: { gpuSharing: GpuSharing.timeSlicing(4) }, cluster: () => ({ fineTuning: [], serving: [] }) },
  ],
  ["another Kubernetes version", { cluster: () => ({ kubernetesVersion: "1.34" }) }],
];

/** Changes of Terraform's resources alone, which `warpform diff` and the provider judge: no object of the cluster has them. */
const TERRAFORM_ALONE = "changes no object of the cluster";
const OTHER = "another cluster, pool or stack";

/** Props of no cell, and why. */
export const NO_CELL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ray: { name: "is the object's own name: another cluster", pools: "changed with the cluster's list" },
  job: { pool: OTHER },
  run: { name: "is the object's own name: another run", pool: OTHER },
  serving: {
    pool: OTHER,
    model: "is another model: weights and name change with it, which have cells",
    dataParallel:
      "needs a mixture of experts, which the matrix has no pool for; its objects are in the examples' chart",
  },
  triton: { pool: OTHER },
  cluster: {
    network: OTHER,
    pools: OTHER,
    provisioner: "replaces all nodes; charts of both are installed in the examples",
    workloadsScope: OTHER,
    rayClusters: "has cells of its own",
    fineTuning: "has cells of its own",
    jobs: "has cells of its own",
    fileSystems: "has cells of its own",
    nodeImageVersion: TERRAFORM_ALONE,
    addOnVersions: TERRAFORM_ALONE,
    publicEndpointCidrs: TERRAFORM_ALONE,
    administratorArns: TERRAFORM_ALONE,
    systemInstanceType: TERRAFORM_ALONE,
    systemImageVersion: TERRAFORM_ALONE,
    forceSystemUpdates: TERRAFORM_ALONE,
    gcsNodeType: TERRAFORM_ALONE,
    monthlyBudgetUsd: TERRAFORM_ALONE,
    budgetEmails: TERRAFORM_ALONE,
    budgetTopicArn: TERRAFORM_ALONE,
    logRetentionDays: TERRAFORM_ALONE,
    permissionsBoundaryArn: TERRAFORM_ALONE,
  },
};
