import { trains } from "../../../model/workload";
import { checkEach, DOES_NOT_APPLY, type Rule } from "../../rule";

export const gpudirectMissing: Rule = {
  id: "gpudirect-missing",
  area: "fabric",
  severity: "warning",
  clouds: ["aws"],
  title: "Multi-node training without GPUDirect RDMA",
  why: "Without GPUDirect RDMA, every message is staged through host memory. Bandwidth drops, and the CPU takes part in every collective.",
  fix: "Run multi-node training on a type with GPUDirect RDMA (p4d, p4de, p5 and later), or keep each job on one node.",
  verify: "`NCCL_DEBUG=INFO` prints `GPU Direct RDMA Enabled` for each interface where it works.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa.html#efa-instance-types",
  check: (design) =>
    !trains(design.workload)
      ? DOES_NOT_APPLY
      : checkEach(
          design.multiNodePools.filter(
            (p) => p === design.workPool && p.type?.gpuDirectRdma !== null && p.type !== null,
          ),
          ({ pool, path, type }) =>
            type?.gpuDirectRdma
              ? null
              : {
                  path: `${path}.instanceType`,
                  value: pool.instanceType,
                  allowed: "a type with GPUDirect RDMA over EFA",
                  fix: "use p4d.24xlarge, p5.48xlarge or later for multi-node jobs",
                },
        ),
};
