import { figuresOf } from "../../figures/figures";
import { checkEach, type Rule } from "../../rule";

export const tensorParallelWithoutNvlink: Rule = {
  id: "tensor-parallel-without-nvlink",
  area: "fit",
  severity: "warning",
  clouds: "all",
  title: "layout that needs tensor parallelism on GPUs without NVLink",
  why: "Tensor parallelism exchanges activations several times a layer. Over PCIe, which the GPUs of a node also share with their network cards, that takes a large part of each step.",
  fix: "Use an instance type with NVLink (p4d and later), or GPUs with more memory so that fewer ranks share a layer.",
  verify: "`nvidia-smi topo -m` shows NV links between the GPUs of a node where there are any.",
  source: "https://arxiv.org/abs/2104.04473 https://docs.aws.amazon.com/ec2/latest/instancetypes/ac.html",
  check: (design) =>
    checkEach(
      [figuresOf(design).training].flatMap((t) =>
        t !== null && (t.tensorParallel ?? 1) > 1 && design.workPool?.accelerator
          ? [{ t, accelerator: design.workPool.accelerator }]
          : [],
      ),
      ({ t, accelerator }) =>
        accelerator.linkGBps !== null
          ? null
          : {
              path: `pools.${t.pool}.instanceType`,
              value: `tensor parallelism of ${t.tensorParallel} over PCIe on ${accelerator.name}`,
              allowed: "NVLink between the GPUs that share a layer",
              fix: "use an instance type with NVLink, such as p4d.24xlarge or p5.48xlarge",
            },
    ),
};
