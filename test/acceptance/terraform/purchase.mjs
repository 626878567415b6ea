// A pool that buys a Capacity Block through terraform's plan, apply and empty second plan, and one whose offering is too dear.
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { find, root, run, sharedTools, tail, warpform } from "../lib/checks.mjs";

const OFFERED_USD = 55_800;
const RULES = "rules/aws.json";

const blueprint = (maxUpfrontUsd) => `apiVersion: warpform/v1
name: buyer
network: { availabilityZone: us-east-2a }
fabric: {}
pools:
  h100:
    instanceType: p5.48xlarge
    nodes: { min: 6, max: 6 }
    capacity:
      - { kind: buy-block, nodes: 4, startsOn: "2027-01-04T11:30:00Z", days: 14, maxUpfrontUsd: ${maxUpfrontUsd} }
      - { kind: reserve, nodes: 2 }
fleets: { train: { pool: h100 } }
`;

/** What EC2 answers to DescribeCapacityBlockOfferings: a fee in text, dollars, an offering's id. */
const answers = {
  upfront_fee: `${OFFERED_USD}.000000`,
  currency_code: "USD",
  availability_zone: "us-east-2a",
  capacity_block_offering_id: "cb-{hex17}",
};

/** The offline provider with the answers of EC2 that it lacks, in a folder of our own: the shared one stays as it is. */
function providerIn(folder) {
  const tool = join(folder, "terraform-offline");
  cpSync(join(sharedTools, "terraform-offline"), tool, { recursive: true, dereference: true });
  // A read-only original gives read-only folders.
  for (const entry of readdirSync(tool, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o755);
  }
  chmodSync(tool, 0o755);
  const rules = JSON.parse(readFileSync(join(tool, RULES), "utf8"));
  const type = "data\\.aws_ec2_capacity_block_offering";
  const fakes = Object.entries(answers).map(([attr, value]) => ({ type, attr, values: [value] }));
  rmSync(join(tool, RULES), { force: true });
  writeFileSync(join(tool, RULES), JSON.stringify({ ...rules, fakes: [...fakes, ...rules.fakes] }));
  return join(tool, "terraform-offline");
}

/** What goes wrong with purchases; undefined where they do what they say. */
export function purchases() {
  const folder = mkdtempSync(join(tmpdir(), "warpform-purchase-"));
  try {
    const tool = providerIn(folder);
    const terraform = find("terraform");
    const cycle = (name, maxUpfrontUsd, until) => {
      const file = join(folder, `${name}.yaml`);
      const output = join(folder, name);
      writeFileSync(file, blueprint(maxUpfrontUsd));
      const synth = run(process.execPath, [...warpform(), "synth", file, "--output", output, "--fail-on", "error"], {
        cwd: root,
      });
      if (synth.status !== 0) return synth;
      const stack = join(output, "stacks/buyer");
      return run(process.execPath, [tool, stack, "--project", root, "--terraform", terraform, "--until", until]);
    };
    const bought = cycle("bought", OFFERED_USD, "replan");
    if (bought.status !== 0) return tail(bought);
    const dear = cycle("dear", OFFERED_USD - 1, "plan");
    const said = dear.stdout + dear.stderr;
    if (dear.status === 0) return "a plan buys an offering above maxUpfrontUsd";
    return said.includes("costs more than maxUpfrontUsd") ? undefined : said;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
