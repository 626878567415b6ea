import { transferHours } from "../../../sizing/cost/egress";
import { count, counted, percent } from "../../../units/quantity";
import type { SlurmScheduler } from "../../design";
import { figuresOf } from "../../figures/figures";
import { checkEach, type Rule } from "../../rule";

/** Of the run's own time. Prepaid nodes wait that long for their first batch, or the run starts that much later. */
const SHARE_LIMIT = 0.1;

type Staged = SlurmScheduler & { readonly staging: NonNullable<SlurmScheduler["staging"]> };

export const stagingDelaysRun: Rule = {
  id: "staging-delays-run",
  area: "storage",
  severity: "warning",
  clouds: "all",
  title: "Staging the dataset takes more than 10 % of the run",
  why: "Nodes in the cloud read the dataset from a store there, and it first has to cross the link from the site. Until then they wait, at full price.",
  fix: "Copy the dataset before the first node starts, use a faster link, or ship disks. Then set `staging.toCloudTB` to what is still missing.",
  verify: "Copy 100 GB with the tool that will move the dataset, and multiply its time.",
  source: "https://docs.aws.amazon.com/vpn/latest/s2svpn/vpn-limits.html",
  check: (design) => {
    const { run } = figuresOf(design);
    const staged = design.slurm.filter((scheduler): scheduler is Staged => (scheduler.staging?.toCloudTB ?? 0) > 0);
    return checkEach(run === null ? [] : staged, ({ name, staging: { toCloudTB, linkGbps } }) => {
      const hours = transferHours(toCloudTB, linkGbps);
      const share = hours / (24 * run!.days.expected);
      if (share <= SHARE_LIMIT) return null;
      return {
        path: `schedulers.${name}.staging.toCloudTB`,
        value: `${counted(hours, "hours")} for ${toCloudTB} TB over ${linkGbps} Gb/s, ${percent(share)} of the run`,
        allowed: `${counted(SHARE_LIMIT * 24 * run!.days.expected, "hours")} or less, ${percent(SHARE_LIMIT)} of the run`,
        fix: `copy it before the nodes start, or use a link of ${count(Math.ceil((linkGbps * share) / SHARE_LIMIT))} Gb/s or more`,
      };
    });
  },
};
