import type { Terraform } from "../synthesized";
import { resources, synthesized } from "../synthesized";
import { withHead } from "./head";

type Rule = Readonly<Record<string, unknown>>;

/** Name of the group that a reference names: `slurm_controller-group` of "${aws_security_group.slurm_controller-group_2EB20E03.id}". */
const group = (reference: unknown) => /\.(.*)_[0-9A-F]{8}\./.exec(String(reference))?.[1];
const rules = (from: Terraform) =>
  resources(from, "aws_vpc_security_group_ingress_rule").filter(({ security_group_id: of }) =>
    /slurm|h100|cpu/.test(String(of)),
  );
const said = ({ referenced_security_group_id: source, security_group_id: of, from_port, to_port }: Rule) =>
  `${group(source)} > ${group(of)} ${from_port === undefined ? "all" : `${from_port}-${to_port}`}`;

describe("traffic of a Slurm cluster", () => {
  const terraform = synthesized(withHead({ loginNodes: 1 }).stack);

  it("lets nodes reach of the controllers only what Slurm opens, and all machines everything of nodes", () => {
    expect(rules(terraform).map(said).sort()).toEqual([
      "slurm_controller-group > slurm_controller-group all",
      "slurm_security-group > cpu_security-group all",
      "slurm_security-group > h100_security-group all",
      "slurm_security-group > slurm_security-group 32768-60999",
      "slurm_security-group > slurm_security-group 6817-6817",
      "slurm_security-group > slurm_security-group 6819-6819",
    ]);
  });

  it("gives the group of controllers to head and login nodes alone, and that of all machines to nodes as before", () => {
    const groups = (ids: unknown) => (ids as string[]).map(group);
    const [card] = resources(terraform, "aws_network_interface");
    const [login] = resources(terraform, "aws_instance").filter((each) => each.vpc_security_group_ids !== undefined);
    for (const ids of [card!.security_groups, login!.vpc_security_group_ids]) {
      expect(groups(ids)).toEqual(expect.arrayContaining(["slurm_security-group", "slurm_controller-group"]));
    }
    const templates = resources(terraform, "aws_launch_template");
    expect(templates.length).toBeGreaterThan(1);
    for (const { network_interfaces: cards } of templates) {
      for (const { security_groups: ids } of cards as { security_groups: string[] }[]) {
        expect(groups(ids)).toContain("slurm_security-group");
        expect(groups(ids)).not.toContain("slurm_controller-group");
      }
    }
  });

  it("narrows what was open to all last, and starts no machine before the rules are there", () => {
    const found = terraform.resource!.aws_vpc_security_group_ingress_rule!;
    const addresses = Object.keys(found).map((name) => `aws_vpc_security_group_ingress_rule.${name}`);
    const own = addresses.filter((address) => /\.(slurm)_/.test(address)).sort();
    const narrowed = own.find((address) => address.includes("slurm_members_"))!;
    const needed = found[narrowed.split(".")[1]!]!.depends_on as string[];
    expect([...needed].sort()).toEqual(own.filter((address) => address !== narrowed));
    for (const instance of resources(terraform, "aws_instance")) {
      expect(instance.depends_on).toEqual(expect.arrayContaining(own));
    }
  });

  it("takes the ports of SrunPortRange in place of Linux's own", () => {
    const given = synthesized(withHead({ slurmConf: { srunportrange: "60001-63000" } }).stack);
    expect(rules(given).map(said)).toContain("slurm_security-group > slurm_security-group 60001-63000");
    expect(rules(given).map(said)).not.toContain("slurm_security-group > slurm_security-group 32768-60999");
  });

  it("opens slurmdbd only where there is one", () => {
    const without = synthesized(withHead({ accounting: { kind: "none" } }).stack);
    expect(rules(without).map(said)).not.toContain("slurm_security-group > slurm_security-group 6819-6819");
    expect(rules(without).map(said)).toContain("slurm_security-group > slurm_security-group 6817-6817");
  });
});
