import { existingProfileNeedsPolicy } from "../../../../lib/review/rules/security/existing-profile-needs-policy";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

const profile = (output: string, actions: readonly string[]) => ({ name: "company", output, actions });

export const cases: RuleCases = {
  rule: existingProfileNeedsPolicy,
  holds: {
    "roles that the stack makes": p5(),
    "a profile that needs nothing": p5({ pool: { existingProfile: profile("h100_profile-policy", []) } }),
  },
  fails: {
    "a pool's": [
      p5({ pool: { existingProfile: profile("h100_profile-policy", ["s3:GetObject"]) } }),
      [{ path: "pools.h100.instanceProfileName", value: "role of instance profile company" }],
    ],
    "the head's": [
      p5({ slurm: { existingProfiles: [profile("slurm_profile-policy", ["ec2:CreateFleet"])] } }),
      [{ path: "schedulers.slurm.instanceProfileName" }],
    ],
  },
  doesNotApply: { "no nodes": p5({ cluster: { pools: [], schedulers: [] } }) },
};
