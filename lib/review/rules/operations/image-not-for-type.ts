import { imageId, say } from "../../../remedies/sentence";
import { checkEach, type Rule } from "../../rule";

export const imageNotForType: Rule = {
  id: "image-not-for-type",
  area: "operations",
  severity: "error",
  clouds: ["aws"],
  title: "No supported GPU image for the instance type",
  why: "Deep Learning AMIs use the open NVIDIA driver, which supports Turing and later. On older GPUs, the driver does not load and the node has no usable GPU.",
  fix: "Use g4dn, p4d or later, or pin your own AMI with a driver that supports the type.",
  verify: "On a node, `nvidia-smi -L` lists its GPUs.",
  source:
    "https://docs.aws.amazon.com/dlami/latest/devguide/support-policy.html https://github.com/NVIDIA/open-gpu-kernel-modules",
  check: (design) =>
    checkEach(
      design.gpuPools.filter(({ pool }) => !pool.image.pinned),
      ({ pool, path, type }) =>
        type?.aws !== undefined && type.aws.images.dlami.length + type.aws.images.eks.length === 0
          ? {
              path: `${path}.instanceType`,
              value: pool.instanceType,
              allowed: "a type supported by current GPU images",
              fix: ["use g4dn, p4d or later", say`pin your own AMI with ${imageId()}`],
            }
          : null,
    ),
};
