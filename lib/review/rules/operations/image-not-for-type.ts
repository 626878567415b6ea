import { checkEach, type Rule } from "../../rule";

export const imageNotForType: Rule = {
  id: "image-not-for-type",
  area: "operations",
  severity: "error",
  clouds: ["aws"],
  title: "instance type that no GPU image of AWS supports any more",
  why: "Deep Learning images with the open NVIDIA driver start at Turing; on older GPUs the driver does not load and the node never has a GPU.",
  fix: "Use a type from g4dn or p4d on, or bring an image with a driver that supports the type and pin it.",
  verify: "On a node, `nvidia-smi -L` lists its GPUs.",
  source:
    "https://docs.aws.amazon.com/dlami/latest/devguide/support-policy.html https://github.com/NVIDIA/open-gpu-kernel-modules",
  check: (design) =>
    checkEach(
      design.gpuPools.filter(({ pool }) => !pool.image.pinned),
      ({ pool, path, type }) =>
        type !== null && type.images.dlami.length + type.images.eks.length === 0
          ? {
              path: `${path}.instanceType`,
              value: pool.instanceType,
              allowed: "a type that current GPU images support",
              fix: "use g4dn, p4d or later, or pin an image of your own with Image.id()",
            }
          : null,
    ),
};
