import type { Problems } from "../errors";
import { inGroups } from "./serving/serving-engine";
import type { Workloads } from "./workloads";

interface Row {
  readonly names: readonly string[];
  /** Who sets them, and what another value would do. */
  readonly why: string;
  /** What to write instead. @default - nothing */
  readonly use?: string;
}

/** The container runtime gives a container the GPUs of this variable. @see https://github.com/NVIDIA/k8s-device-plugin (`DEVICE_LIST_STRATEGY`) */
const GPUS: Row = {
  names: ["NVIDIA_VISIBLE_DEVICES"],
  why: "follows from the GPUs that the device plugin gives the pod; another value would show it those of other pods",
};

/** @see ray-project/kuberay@v1.7.0 ray-operator/controllers/ray/common/pod.go (`setContainerEnvVars`), which keeps a user's value */
const RAY: Row = {
  names: ["RAY_ADDRESS", "RAY_PORT", "RAY_IP", "FQ_RAY_IP", "RAY_CLUSTER_NAME", "RAY_NODE_TYPE_NAME", "RAY_AUTH_MODE"],
  why: "is set by KubeRay; with another value head and workers do not find or trust each other",
};

/** @see kubernetes-sigs/lws@v0.10.0 pkg/utils/pod/pod_utils.go */
const GROUPS: Row = {
  names: ["LWS_LEADER_ADDRESS", "LWS_GROUP_SIZE", "LWS_WORKER_INDEX"],
  why: "is set by LeaderWorkerSet; with another value the pods of a replica do not find each other",
};

/** @see vllm-project/vllm vllm/envs.py (`VLLM_API_KEY`); the groups' own for SGLang */
const KEYS: Row = {
  names: ["VLLM_API_KEY", "SGLANG_API_KEY"],
  why: "is what the prop apiKey says, of which the checks of public servers know",
  use: "that one",
};

/** @see https://docs.pytorch.org/docs/stable/elastic/run.html */
const JOBS: Row = {
  names: ["PET_NNODES", "PET_NODE_RANK", "JOB_COMPLETION_INDEX"],
  why: "follows from nodes; with another value the pods wait for each other until their time-out",
};

/** Checks that no variable is given that says where pods and GPUs are. */
export function checkVariables(problems: Problems, of: Workloads): void {
  const { rayClusters, fineTuning, jobs = [], serving, triton } = of;
  const rows = [
    ...rayClusters.map(({ env }, i) => ({ path: `rayClusters[${i}]`, env, taken: [GPUS, RAY] })),
    ...fineTuning.map(({ env }, i) => ({ path: `fineTuning[${i}]`, env, taken: [GPUS, RAY] })),
    ...jobs.map(({ env }, i) => ({ path: `jobs[${i}]`, env, taken: [GPUS, JOBS] })),
    ...serving.map(({ env, engine }, i) => ({
      path: `serving[${i}]`,
      env,
      taken: [GPUS, KEYS, inGroups(engine) ? GROUPS : RAY],
    })),
    ...triton.map(({ env }, i) => ({ path: `triton[${i}]`, env, taken: [GPUS] })),
  ];
  for (const { path, env, taken } of rows)
    for (const { name, valueFrom } of env) {
      const row = taken.find(({ names }) => names.includes(name));
      if (row === undefined) continue;
      const at = `${path}.${valueFrom === undefined ? "env" : "secretEnv"}.${name}`;
      problems.add("not-allowed", at, `${at} ${row.why}; leave it out${row.use ? ` and use ${row.use}` : ""}`);
    }
}
