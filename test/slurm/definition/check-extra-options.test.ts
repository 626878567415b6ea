import type { SlurmOptions } from "../../../lib/slurm/definition/slurm-options";
import { messageOf, options } from "../options";

describe("checkExtraOptions refuses", () => {
  it.each<[string, SlurmOptions, string]>([
    [
      "the same by its whole name",
      options({ slurmConf: { JobSubmitPlugins: "job_submit/lua" } }),
      "slurmConf.JobSubmitPlugins cannot hold lua, because its script must come with it; use jobPrograms.submit",
    ],
    [
      "a plugin of submissions without its script",
      options({ slurmConf: { JobSubmitPlugins: "require_timelimit,lua" } }),
      "slurmConf.JobSubmitPlugins cannot hold lua, because its script must come with it; use jobPrograms.submit",
    ],
    [
      "a port of the controller that nodes do not know",
      options({ slurmConf: { SlurmctldPort: 7000 } }),
      "slurmConf.SlurmctldPort cannot be set, because nodes and head find each other by it; use nothing: it is 6817",
    ],
    [
      "an option of slurm.conf that a prop sets",
      options({ slurmConf: { SuspendTime: 300 } }),
      "slurmConf.SuspendTime cannot be set, because a prop sets it, in minutes; use suspendMinutes",
    ],
    [
      "an option of slurm.conf that breaks the cluster, in any case",
      options({ slurmConf: { slurmdparameters: "config_overrides" } }),
      "slurmConf.slurmdparameters cannot be set, because config_overrides would hide broken nodes; use pools[].realMemoryMiB",
    ],
    [
      "an option that slurmctld does not know",
      options({ slurmConf: { MaxArrySize: 10_000 } }),
      "slurmConf.MaxArrySize is not an option of slurm.conf; nearest is MaxArraySize",
    ],
    [
      "an option that the release does not have yet",
      options({ version: "22.05", slurmConf: { PreemptParameters: "youngest_first" } }),
      "slurmConf.PreemptParameters is an option of Slurm 23.02 and later, got version 22.05; leave it out",
    ],
    [
      "an option of two lines",
      options({ slurmConf: { Licenses: "a:1\nPartitionName=x" } }),
      'slurmConf.Licenses must be one line without #, got "a:1\\nPartitionName=x"; write only the value',
    ],
    [
      "a zero byte, at which slurmctld stops to read",
      options({ slurmConf: { MailProg: "/usr/bin/mail\0x" } }),
      'slurmConf.MailProg must be one line without #, got "/usr/bin/mail\\u0000x"; write only the value',
    ],
    [
      "blanks, at which slurmctld stops to read",
      options({ slurmConf: { SchedulerParameters: "bf_max_job_test = 500, bf_yield_sleep=5" } }),
      'slurmConf.SchedulerParameters must have no spaces outside of double quotes, got "bf_max_job_test = 500, bf_yield_sleep=5"; use "bf_max_job_test=500,bf_yield_sleep=5", or put it in quotes',
    ],
    [
      "an entry of a list that a prop sets",
      options({ slurmConf: { SchedulerParameters: "bf_max_job_test=500,bf_window=60" } }),
      "slurmConf.SchedulerParameters cannot hold bf_window, because it follows from the longest job; use partitions[].maxTimeMinutes",
    ],
  ])("%s", (_, bad, message) => {
    expect(messageOf(bad)).toBe(`slurm: ${message}`);
  });
});
