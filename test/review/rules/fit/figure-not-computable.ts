import { modelArchitecture } from "../../../../lib/catalog/models";
import { figureNotComputable } from "../../../../lib/review/rules/fit/figure-not-computable";
import { images } from "../../batch-work";
import { CHAT_8B, LLAMA_70B, onDemand, p5 } from "../../p5-cluster";
import { deployed, TUNE_8B, tuned } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

const openzfs = (throughputMBps: number | null) =>
  p5({ scratch: { kind: "openzfs", deploymentType: null, storageType: null, throughputPerTiB: null, throughputMBps } });

export const cases: RuleCases = {
  rule: figureNotComputable,
  holds: {
    "training with a Lustre file system": at(p5(), LLAMA_70B),
    "checkpoints on OpenZFS of a provisioned throughput": at(openzfs(160), LLAMA_70B),
    "a model that four GPUs share evenly": at(deployed({ tensorParallel: 4 }), { ...CHAT_8B, requestsPerSecond: 5 }),
    "supervised fine-tuning, which services have prices of": at(tuned(), TUNE_8B),
  },
  fails: {
    "checkpoints on a file system of unknown throughput": [
      at(openzfs(null), LLAMA_70B),
      [
        {
          path: "pools.h100.mounts",
          value:
            "not computed: checkpoint overhead, cluster MTBF and goodput; OpenZFS scratch has no provisioned or published throughput",
          allowed: "what the review needs to compute it",
        },
        {
          path: "pools.h100.mounts",
          value: "not computed: data loading rate; OpenZFS scratch has no provisioned or published throughput",
        },
      ],
    ],
    "nodes that the catalog has no price of, in a cloud whose prices no command reads": [
      at(
        {
          ...p5({ pool: { instanceType: "Standard_ND96isr_H200_v5", capacity: [onDemand()] } }),
          cloud: "azure",
          region: "southcentralus",
        },
        LLAMA_70B,
      ),
      [{ path: "pools.h100.capacity", fix: "add yours with --catalog or extendCatalog" }],
    ],
    "adapters on latent attention": [
      at(p5(), { ...TUNE_8B, model: modelArchitecture("deepseek-v2") }),
      [{ path: "workload.method" }],
    ],
    "tasks at a rate that nobody has published for the GPU": [
      at(p5(), images({ benchmark: "mace-md" })),
      [
        {
          path: "workload.benchmark",
          value: "not computed: time and cost per million atom-steps; mace-md has no published rate on H100-SXM-80GB",
        },
      ],
    ],
    "tasks larger than the pool": [at(p5(), images({ gpusPerTask: 1000 })), [{ path: "workload.gpusPerTask" }]],
    "power of chips that none is published of": [
      at(p5({ pool: { instanceType: "trn1.32xlarge" } }), LLAMA_70B),
      [
        {
          path: "pools.h100.instanceType",
          value: "not computed: power and energy of trn1.32xlarge; Trainium1-32GB has no published power",
          severity: "info",
        },
      ],
    ],
    "an objective that no service has a price of": [
      at(tuned(), { ...TUNE_8B, objective: "dpo" }),
      [
        {
          path: "workload.objective",
          value:
            "not computed: fine-tuning service against own GPUs; the catalog has services' prices only of SFT, not of DPO",
          severity: "info",
        },
      ],
    ],
    "a managed API beside too few replicas": [
      at(deployed(), { ...CHAT_8B, requestsPerSecond: 500 }),
      [
        {
          path: "workload.requestsPerSecond",
          value: "not computed: managed API against own GPUs; the stated rate needs 139 replicas, 8 may start",
          severity: "info",
        },
      ],
    ],
    "replicas that only prefill": [
      at(deployed({ prefillReplicas: { min: 1, max: 3 } }), { ...CHAT_8B, requestsPerSecond: 5 }),
      [
        {
          path: "serving.chat.prefillReplicas",
          value:
            "not computed: how many replicas prefill and how many answer, with the transfer of KV caches; all 8 replicas are sized as if each did the whole of a request; 1 to 3 of them only prefill",
          severity: "info",
        },
      ],
    ],
    "a managed API for adapters of one's own": [
      at(deployed(), { ...CHAT_8B, requestsPerSecond: 5, loraAdapters: 4, loraRank: 16 }),
      [
        {
          path: "workload.loraAdapters",
          value:
            "not computed: managed API against own GPUs; the catalog has managed API prices of base models only, not of your own adapters",
          severity: "info",
        },
      ],
    ],
    "a managed API for a model of one's own": [
      at(deployed(), { ...CHAT_8B, requestsPerSecond: 5, model: { ...CHAT_8B.model, name: "ours-8b" } }),
      [
        {
          path: "workload.model",
          value: "not computed: managed API against own GPUs; the catalog has no managed API price of ours-8b",
          severity: "info",
        },
      ],
    ],
    "a replica whose GPUs do not share the heads": [
      at(deployed({ tensorParallel: 3 }), CHAT_8B),
      [
        {
          path: "serving.chat.tensorParallel",
          value:
            "not computed: replicas, TTFT, TPOT and cost per token; 3 does not divide the 32 attention heads of llama-3.1-8b",
        },
      ],
    ],
  },
  doesNotApply: { "a cluster of another cloud without a workload": p5({ cluster: { cloud: "onprem" } }) },
};
