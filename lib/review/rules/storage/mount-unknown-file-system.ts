import { nearest } from "../../../units/nearest";
import { checkEach, type Rule } from "../../rule";

export const mountUnknownFileSystem: Rule = {
  id: "mount-unknown-file-system",
  area: "storage",
  severity: "error",
  clouds: "all",
  title: "Mount references an unknown file system",
  why: "Nodes boot without the data that jobs need, or fail the mount step and never join.",
  fix: "Declare the file system, or correct the name in the mount.",
  verify: "`findmnt` on a node shows the mount with the DNS name of the file system.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/mounting-ec2-instance.html",
  check: (design) =>
    checkEach(design.mounts, ({ path, fileSystem, pool, mountPath }) => {
      if (fileSystem !== null) return null;
      const name = pool.pool.mounts.find((m) => m.path === mountPath)?.fileSystem ?? "";
      const near = nearest(
        name,
        design.cluster.fileSystems.map((f) => f.name),
      );
      return {
        path: `${path}.fileSystem`,
        value: name,
        allowed: "a file system of this cluster",
        fix: near.length > 0 ? `use ${near[0]}` : "declare the file system",
      };
    }),
};
