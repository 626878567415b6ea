import { lustreClientMissing } from "../../../../lib/review/rules/storage/lustre-client-missing";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

const newest = (os: string) => ({ family: `dlami-${os}`, pinned: false });

export const cases: RuleCases = {
  rule: lustreClientMissing,
  holds: {
    "Ubuntu 22.04": p5({ pool: { image: newest("ubuntu-22.04") } }),
    "Amazon Linux 2023": p5({ pool: { image: newest("al2023") } }),
  },
  fails: {
    "the newest Ubuntu 24.04": [
      p5({ pool: { image: newest("ubuntu-24.04") } }),
      [{ path: "pools.h100.image", value: "latest dlami-ubuntu-24.04" }],
    ],
    "under Slurm, whose packages are those of Ubuntu 24.04": [
      p5({ pool: { image: newest("ubuntu-24.04"), adoptedBy: { kind: "slurm", name: "slurm" } } }),
      [
        {
          fix: 'pin an image with Image.id("ami-…", os) whose kernel has a Lustre client, such as 6.8 on Ubuntu 24.04',
        },
      ],
    ],
  },
  doesNotApply: {
    "a pinned image": p5(),
    "nodes without Lustre": p5({ pool: { image: newest("ubuntu-24.04"), mounts: [] } }),
  },
};
