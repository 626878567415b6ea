import { checkEach, type Rule } from "../../rule";

/** Newest image of a family whose kernel has moved past the modules that AWS publishes. */
const WITHOUT_CLIENT = "dlami-ubuntu-24.04";

export const lustreClientMissing: Rule = {
  id: "lustre-client-missing",
  area: "storage",
  severity: "info",
  clouds: ["aws"],
  title: "Lustre mounted by nodes that boot an image without a client for it",
  why: "A module of the Lustre client fits one kernel release. The newest Ubuntu 24.04 Deep Learning images have kernel 7.0, for which AWS publishes none; the mount fails at boot and the node is drained.",
  fix: "Pin a tested image with `Image.id()` whose kernel has a client, or take `Image.dlami` of Ubuntu 22.04 or Amazon Linux 2023.",
  verify:
    "On a node, `modinfo lustre` names the module, and `apt-cache search lustre-client-modules` those that there are.",
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
              value: `newest ${pool.image.family}`,
              allowed: "an image whose kernel has a Lustre client",
              // Slurm comes from the packages of Ubuntu 24.04.
              fix:
                pool.adoptedBy?.kind === "slurm"
                  ? 'pin an image with Image.id("ami-…", os) whose kernel has one, such as 6.8 on Ubuntu 24.04'
                  : 'pin an image with Image.id("ami-…", os), or use Image.dlami("ubuntu-22.04")',
            }
          : null,
    ),
};
