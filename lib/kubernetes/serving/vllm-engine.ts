import { engineOptions } from "./engine-arguments";
import type { GroupEngine, GroupedModel } from "./group-engine";
import { vllmFirstTokenSeconds, vllmRequests } from "./serving-latency";
import { VLLM_ENVIRONMENT } from "./vllm-pod";

/** Starts a Ray cluster inside the group; the vllm-openai images have it in different folders. @see https://docs.vllm.ai/en/latest/deployment/frameworks/lws/ */
const MULTI_NODE_SCRIPT = "$(find /vllm-workspace/examples -name multi-node-serving.sh -print -quit)";

/**
 * What the pods of a group run. Images up to vLLM 0.17 have Ray, which joins the group; later ones have none, and join by themselves.
 * @see https://github.com/kubernetes-sigs/lws/issues/835
 * @see https://docs.vllm.ai/en/latest/serving/parallelism_scaling/ (`--nnodes`)
 */
function commands(model: GroupedModel): { readonly leader: string; readonly worker: string } {
  const serve = [
    `vllm serve ${model.path}`,
    `--served-model-name ${model.modelId}`,
    "--port 8000",
    `--tensor-parallel-size ${model.tensorParallel}`,
    `--pipeline-parallel-size ${model.pipelineParallel}`,
    `--max-model-len ${model.maxModelLength}`,
    ...engineOptions(model.arguments),
  ].join(" ");
  if (model.size === 1) return { leader: `exec ${serve}`, worker: `exec ${serve}` };
  const joined = `--nnodes $LWS_GROUP_SIZE --node-rank $LWS_WORKER_INDEX --master-addr $LWS_LEADER_ADDRESS`;
  const either = (byRay: string, alone: string) =>
    `if command -v ray >/dev/null; then ${byRay}; else exec ${serve} ${joined}${alone}; fi`;
  return {
    leader: either(
      `bash ${MULTI_NODE_SCRIPT} leader --ray_cluster_size=$LWS_GROUP_SIZE; exec ${serve} --distributed-executor-backend ray`,
      "",
    ),
    worker: either(`bash ${MULTI_NODE_SCRIPT} worker --ray_address=$LWS_LEADER_ADDRESS`, " --headless"),
  };
}

/** vLLM's own OpenAI server; it asks for the key below `/v1` alone. @see https://docs.vllm.ai/en/latest/cli/serve/ (`--api-key`) */
export const VLLM: GroupEngine = {
  container: "vllm",
  environment: VLLM_ENVIRONMENT,
  keyVariable: "VLLM_API_KEY",
  commands,
  requests: vllmRequests,
  firstTokenSeconds: vllmFirstTokenSeconds,
};
