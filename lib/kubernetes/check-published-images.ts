import type { Problems } from "../errors";
import { gpuResource, type KubernetesPool } from "./nodes/pool";
import type { Workloads } from "./workloads";

/** Ray's images for CPUs, the ones without a suffix among them. @see https://docs.ray.io/en/latest/ray-overview/installation.html#docker-source-images */
const RAY_CPU = /(^|\/)rayproject\/ray(-ml)?:(?!.*-(gpu|cu\d+)\b)/;
const RAY_ARM = /(^|\/)rayproject\/ray(-llm|-ml)?:.*-aarch64/;

/** Projects' own images by what is in them. */
const TRITON = /(^|\/)nvcr\.io\/nvidia\/tritonserver:|(^|\/)nvidia\/tritonserver:/;
/** Its clients, and the base that servers of one's own are built on. @see https://catalog.ngc.nvidia.com/orgs/nvidia/containers/tritonserver (tags) */
const NO_SERVER = /nvidia\/tritonserver:.*-(sdk|min)\b/;
const ENGINES = /(^|\/)(lmsysorg\/sglang|vllm\/vllm-openai):/;
const RAY = /(^|\/)rayproject\//;

/** Checks images whose projects say what is in them: the program that is started, CUDA, and the processor of the nodes. */
export function checkPublishedImages(problems: Problems, of: Workloads): void {
  const add = (path: string, image: string, text: string) =>
    problems.add("not-allowed", `${path}.image`, `${path}.image "${image}" ${text}`);
  const checkX86 = (path: string, image: string, pools: readonly KubernetesPool[]) => {
    const x86 = pools.find(({ type }) => type.architecture === "x86_64");
    if (x86 !== undefined && RAY_ARM.test(image))
      add(
        path,
        image,
        `is for arm64, and pool "${x86.pool.name}" is of ${x86.type.name}, which is x86_64; use the tag without "-aarch64"`,
      );
  };
  const onRay = (path: string, image: string, pools: readonly KubernetesPool[]) => {
    if (TRITON.test(image) || ENGINES.test(image)) {
      add(path, image, "has no Ray, whose head and workers start from it; use a rayproject/ray image or your own");
      return;
    }
    const gpus = pools.some((pool) => gpuResource(pool).perNode > 0);
    if (gpus && RAY_CPU.test(image))
      add(path, image, `is Ray's image without CUDA, so no program finds the GPUs; use its tag with "-gpu"`);
    checkX86(path, image, pools);
  };
  of.rayClusters.forEach(({ image, workerGroups }, i) => {
    onRay(
      `rayClusters[${i}]`,
      image,
      workerGroups.map((group) => group.of),
    );
  });
  of.fineTuning.forEach((run, i) => {
    onRay(`fineTuning[${i}]`, run.image, [run.of]);
  });
  of.serving.forEach((model, i) => {
    checkX86(`serving[${i}]`, model.image, [model.of]);
  });
  of.triton.forEach(({ image }, i) => {
    if (RAY.test(image) || ENGINES.test(image))
      add(`triton[${i}]`, image, "has no Triton Inference Server; use an nvcr.io/nvidia/tritonserver image");
    else if (NO_SERVER.test(image))
      add(
        `triton[${i}]`,
        image,
        `holds clients or a base to build on, and no server; use the tag that ends with "-py3"`,
      );
  });
}
