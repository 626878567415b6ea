import { factsOf } from "../../clouds/list";
import { figuresOf } from "../../figures/figures";
import { checkEach, type Rule } from "../../rule";

/** Examples, where a cloud has some. */
const like = (types: string | undefined): string => (types === undefined ? "" : `, such as ${types}`);

export const tensorParallelWithoutNvlink: Rule = {
  id: "tensor-parallel-without-nvlink",
  area: "fit",
  severity: "warning",
  clouds: "all",
  title: "Tensor parallelism without NVLink",
  why: "Tensor parallelism exchanges activations several times per layer. Over PCIe, which GPUs also share with the network cards, that exchange dominates the step time.",
  fix: "Use an instance type with NVLink (SXM modules), or GPUs with more memory so that fewer ranks share a layer.",
  verify: "`nvidia-smi topo -m` shows NVLink connections (NV#) between GPUs if the node has them.",
  source: "https://arxiv.org/abs/2104.04473 https://docs.aws.amazon.com/ec2/latest/instancetypes/ac.html",
  check: (design) =>
    checkEach(
      [figuresOf(design).training].flatMap((t) =>
        t !== null && t.tensorParallel !== null && t.tensorParallel > 1 && design.workPool?.accelerator
          ? [{ t, accelerator: design.workPool.accelerator }]
          : [],
      ),
      ({ t, accelerator }) =>
        accelerator.linkGBps !== null
          ? null
          : {
              path: `pools.${t.pool}.instanceType`,
              value: `tensor parallelism of ${t.tensorParallel} over PCIe on ${accelerator.name}`,
              allowed: "NVLink between the GPUs of a tensor-parallel group",
              fix: `use an instance type with NVLink${like(factsOf(design)?.types?.nvlink)}`,
            },
    ),
};
