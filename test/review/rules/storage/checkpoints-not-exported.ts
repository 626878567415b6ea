import { checkpointsNotExported } from "../../../../lib/review/rules/storage/checkpoints-not-exported";
import { CHAT_8B, LLAMA_70B, p5 } from "../../p5-cluster";
import { ray } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

const importsAlone = { dataRepositories: [{ bucket: "data", path: "/data", imports: true, exports: false }] };

export const cases: RuleCases = {
  rule: checkpointsNotExported,
  holds: { "a repository that exports too": at(p5(), LLAMA_70B) },
  fails: {
    "a repository that imports alone": [
      at(p5({ scratch: importsAlone }), LLAMA_70B),
      [{ path: "fileSystems.scratch.dataRepositories", value: "import only" }],
    ],
    "a repository of a file system that pods mount, and nodes do not": [
      at(ray({ scratch: importsAlone, pool: { mounts: [] } }), LLAMA_70B),
      [{ path: "fileSystems.scratch.dataRepositories", value: "import only" }],
    ],
    "Managed Lustre whose container is imported alone": [
      at(p5({ cluster: { cloud: "azure", region: "eastus" }, scratch: importsAlone }), LLAMA_70B),
      [
        {
          path: "fileSystems.scratch.dataRepositories",
          value: "import only",
          fix: "set blobs.autoExport, with the checkpoint directory as its prefix, in place of blobs.autoImport: Managed Lustre runs one job at a time",
        },
      ],
    ],
  },
  doesNotApply: {
    "Lustre without repositories": at(p5({ scratch: { dataRepositories: [] } }), LLAMA_70B),
    "scratch, which has a rule of its own": at(
      p5({ scratch: { ...importsAlone, deploymentType: "SCRATCH_2", throughputPerTiB: null } }),
      LLAMA_70B,
    ),
    "a file system that is read alone": at(
      p5({ scratch: importsAlone, pool: { mounts: [{ fileSystem: "scratch", path: "/fsx", readOnly: true }] } }),
      LLAMA_70B,
    ),
    "a service": at(p5({ scratch: importsAlone }), CHAT_8B),
  },
};
