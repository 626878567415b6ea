import { DOES_NOT_APPLY, type Rule } from "../../rule";

const world = ["0.0.0.0/0", "::/0"];
/** Prefixes so short that they are the internet in practice: /0 to /7 hold 33 million addresses or more. */
const wide = (cidr: string) => world.includes(cidr) || (!cidr.includes(":") && Number(cidr.split("/")[1] ?? 32) < 8);

export const loginOpenToWorld: Rule = {
  id: "login-open-to-world",
  area: "security",
  severity: "error",
  clouds: "all",
  title: "SSH open to the internet",
  why: "SSH on a public IP address is scanned within minutes. One weak key or unpatched sshd gives access to every credential and dataset of the cluster.",
  fix: "Omit `loginCidrs` and use Session Manager, or list your company's networks.",
  verify: "From outside the company network, `nc -vz -w 3 LOGIN 22` must time out.",
  source: "https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-13",
  check: (design) => {
    const logins = design.slurm.filter((s) => s.loginNodes > 0);
    const networks = design.cluster.networks.filter((n) => n.sshOpenGroups !== undefined);
    if (logins.length + networks.length === 0) return DOES_NOT_APPLY;
    return [
      ...logins.flatMap((s) =>
        s.loginCidrs.filter(wide).map((cidr) => ({
          path: `schedulers.${s.name}.loginCidrs`,
          value: cidr,
          allowed: "your own networks, or none with Session Manager",
          fix: "omit loginCidrs, or list your company's networks",
        })),
      ),
      ...networks.flatMap((n) =>
        (n.sshOpenGroups ?? []).map((group) => ({
          path: `networks.${n.name}.sshOpenGroups.${group}`,
          value: `SSH from anywhere through security group ${group}`,
          allowed: "your own networks, or none with Session Manager",
          fix: `remove 0.0.0.0/0 from the port 22 ingress rules of ${group}, or list your company's networks`,
        })),
      ),
    ];
  },
};
