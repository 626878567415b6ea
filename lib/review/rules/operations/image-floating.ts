import { checkEach, type Rule } from "../../rule";

export const imageFloating: Rule = {
  id: "image-floating",
  area: "operations",
  severity: "info",
  clouds: "all",
  title: "image that is whatever is newest on the day of the first apply",
  why: "The same program builds another cluster next month: another driver, NCCL plugin and kernel. A run cannot be repeated exactly, and drivers may no longer match the containers.",
  fix: 'Pin the image with `Image.id("ami-…", os)` once it has been tested; on Kubernetes set `nodeImageVersion` of KubeRayCluster.',
  verify:
    "`aws ec2 describe-instances --query 'Reservations[].Instances[].ImageId'` prints one id for all nodes, and it is the one in the program.",
  source: "https://docs.aws.amazon.com/dlami/latest/devguide/find-dlami-id.html",
  check: (design) =>
    checkEach(design.gpuPools, ({ pool, path }) =>
      pool.image.pinned
        ? null
        : {
            path: `${path}.image`,
            value: `newest ${pool.image.family}`,
            allowed: "one tested image",
            fix:
              pool.adoptedBy?.kind === "kubernetes"
                ? "set nodeImageVersion of the KubeRayCluster"
                : 'pin it with Image.id("ami-…", os)',
          },
    ),
};
