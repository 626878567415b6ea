import { image, imageId, say } from "../../../remedies/sentence";
import { checkEach, type Rule } from "../../rule";

/** Newest image of a family whose kernel has moved past the modules that AWS publishes. */
const WITHOUT_CLIENT = "dlami-ubuntu-24.04";

export const lustreClientMissing: Rule = {
  id: "lustre-client-missing",
  area: "storage",
  severity: "info",
  clouds: ["aws"],
  title: "Image without a Lustre client",
  why: "The Lustre client kernel module is built for one kernel release. The latest Ubuntu 24.04 Deep Learning AMIs run kernel 7.0, for which AWS publishes no client, so the mount fails at boot and the node is drained.",
  fix: "Pin a tested AMI whose kernel has a client with `Image.id()`, or use `Image.dlami` with Ubuntu 22.04 or Amazon Linux 2023.",
  verify:
    "On a node, `modinfo lustre` shows the installed module, and `apt-cache search lustre-client-modules` lists the available ones.",
  source:
    "https://docs.aws.amazon.com/fsx/latest/LustreGuide/install-lustre-client.html https://docs.aws.amazon.com/dlami/latest/devguide/aws-deep-learning-ami-gpubaseossarm64-ul2404-2026-09-30.html",
  check: (design) =>
    checkEach(
      design.pools.filter(
        (p) =>
          p.pool.image.family.startsWith("dlami-") &&
          !p.pool.image.pinned &&
          design.mounts.some((m) => m.pool === p && m.fileSystem?.kind === "lustre"),
      ),
      ({ pool, path }) =>
        pool.image.family === WITHOUT_CLIENT
          ? {
              path: `${path}.image`,
              value: `latest ${pool.image.family}`,
              allowed: "an image with a Lustre client for its kernel",
              // Slurm comes from the packages of Ubuntu 24.04.
              fix:
                pool.adoptedBy?.kind === "slurm"
                  ? say`pin an image with ${imageId()} whose kernel has a Lustre client, such as 6.8 on Ubuntu 24.04`
                  : [say`pin an image with ${imageId()}`, say`use ${image("dlami", "ubuntu-22.04")}`],
            }
          : null,
    ),
};
