import { checkEach, type Rule } from "../../rule";

const MOST_ASSOCIATIONS = 8;

export const lustreRepositoryUnsupported: Rule = {
  id: "lustre-repository-unsupported",
  area: "storage",
  severity: "error",
  clouds: ["aws"],
  title: "Data repository associations unsupported or above the limit of eight",
  why: "FSx supports at most eight data repository associations, on SCRATCH_2 and PERSISTENT_2 (and on PERSISTENT_1 from version 2.12), and rejects others at apply.",
  fix: "Use PERSISTENT_2, and at most eight associations.",
  verify: "`aws fsx describe-data-repository-associations` lists each as AVAILABLE.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/create-dra-linked-data-repo.html",
  check: (design) =>
    checkEach(
      design.cluster.fileSystems.filter((f) => f.kind === "lustre" && f.dataRepositories.length > 0),
      (f) => {
        const path = `fileSystems.${f.name}.dataRepositories`;
        if (f.deploymentType === "SCRATCH_1" || f.storageType === "INTELLIGENT_TIERING") {
          const value = `${f.deploymentType} ${f.storageType}`;
          return {
            path,
            value,
            allowed: "SCRATCH_2 or PERSISTENT",
            fix: "set deploymentType to PERSISTENT_2 with SSD",
          };
        }
        if (f.dataRepositories.length <= MOST_ASSOCIATIONS) return null;
        const fix = "link fewer paths, or a common parent path";
        return { path, value: f.dataRepositories.length, allowed: `${MOST_ASSOCIATIONS} or fewer`, fix };
      },
    ),
};
