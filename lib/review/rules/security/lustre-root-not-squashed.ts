import { set } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const lustreRootNotSquashed: Rule = {
  id: "lustre-root-not-squashed",
  area: "security",
  severity: "warning",
  clouds: "all",
  title: "Root on every node is root on Lustre",
  why: "Whoever becomes root on one node, or runs a container as root there, reads, changes and deletes the files of all users. With root squash, only the Slurm controllers keep root's rights.",
  fix: "Leave `rootSquash` out and mount the file system on the Slurm head too, or set `rootSquash` and name the administrators' clients in `noSquashNids`.",
  verify:
    "On a node, `sudo touch <mount path>/x` fails. On AWS, `aws fsx describe-file-systems --query 'FileSystems[].LustreConfiguration.RootSquashConfiguration'` shows a user and group other than 0:0; on Azure, `az amlfs list --query '[].rootSquashSettings'` shows a mode other than None.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/root-squash.html",
  check: (design) => {
    const slurm = new Set(design.slurm.map(({ name }) => name));
    const used = design.pools
      .filter(({ pool }) => pool.adoptedBy && slurm.has(pool.adoptedBy.name))
      .flatMap(({ pool }) => pool.mounts.map(({ fileSystem }) => fileSystem));
    const shared = design.cluster.fileSystems.filter(
      ({ name, rootSquashed }) => rootSquashed !== undefined && used.includes(name),
    );
    return checkEach(shared, ({ name, rootSquashed }) =>
      rootSquashed
        ? null
        : {
            path: `fileSystems.${name}.rootSquash`,
            value: "root stays root on every client",
            allowed: "root is an unprivileged user on nodes",
            fix: design.slurm.some(({ joins }) => joins === undefined)
              ? "leave rootSquash out and mount the file system on the Slurm head too"
              : set("rootSquash", "65534:65534"),
          },
    );
  },
};
