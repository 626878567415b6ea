import { checkEach, type Rule } from "../../rule";

export const existingProfileNeedsPolicy: Rule = {
  id: "existing-profile-needs-policy",
  area: "security",
  severity: "info",
  clouds: ["aws"],
  title: "Existing instance profile needs a policy",
  why: "The stack does not change roles that it did not create. Without these permissions, nodes cannot read their configuration or report themselves healthy, and a Slurm head launches nothing.",
  fix: "Attach the policy that the output prints, and AmazonSSMManagedInstanceCore, to the role of the profile, before the first node boots and after each change of the output.",
  verify:
    "`terraform output -raw <output>` is the policy; `aws iam simulate-principal-policy --policy-source-arn <role> --action-names <actions>` says allowed.",
  source: "https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_use_switch-role-ec2_instance-profiles.html",
  check: (design) => {
    const pools = design.pools.map(({ pool, path }) => ({ path, profiles: [pool.existingProfile ?? []].flat() }));
    const heads = design.slurm.map(({ name, existingProfiles = [] }) => ({
      path: `schedulers.${name}`,
      profiles: existingProfiles,
    }));
    return checkEach([...heads, ...pools], ({ path, profiles }) =>
      profiles
        .filter(({ actions }) => actions.length > 0)
        .map(({ name, output, actions }) => ({
          path: `${path}.instanceProfileName`,
          value: `role of instance profile ${name}`,
          allowed: `a role that allows ${actions.join(", ")}, on the resources of output ${output}`,
          fix: `attach the policy of output ${output} to that role`,
        })),
    );
  },
};
