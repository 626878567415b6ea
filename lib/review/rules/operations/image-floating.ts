import { set } from "../../../remedies/remedy";
import { imageId, part, say } from "../../../remedies/sentence";
import { checkEach, type Rule } from "../../rule";

export const imageFloating: Rule = {
  id: "image-floating",
  area: "operations",
  severity: "info",
  clouds: "all",
  title: "Unpinned image (latest at first apply)",
  why: "Next month, the same configuration creates a cluster with a different driver, NCCL plugin and kernel. Runs are not reproducible, and drivers may no longer match the containers.",
  fix: 'Pin the tested image, on AWS with `Image.id("ami-…", os)`. On Kubernetes, set `nodeImageVersion` on KubeRayCluster.',
  verify:
    "On AWS, `aws ec2 describe-instances --query 'Reservations[].Instances[].ImageId'` prints one ID for all nodes, the one in your configuration; on Azure, `az vm list --resource-group GROUP --query '[].storageProfile.imageReference.exactVersion'` prints one version.",
  source: "https://docs.aws.amazon.com/dlami/latest/devguide/find-dlami-id.html",
  check: (design) =>
    checkEach(design.gpuPools, ({ pool, path }) =>
      pool.image.pinned
        ? null
        : {
            path: `${path}.image`,
            value: `latest ${pool.image.family}`,
            allowed: "one tested image",
            fix:
              pool.adoptedBy?.kind === "kubernetes"
                ? say`${set("nodeImageVersion")} of ${part("kubernetes")}`
                : say`pin it with ${imageId()}`,
          },
    ),
};
