import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TakenName } from "../../../lib/model/aws/aws-model";
import { designOf } from "../../../lib/review/design";
import { preflightScript } from "../../../lib/review/report/preflight";
import { p5, reservation } from "../p5-cluster";

describe("preflightScript", () => {
  it("checks quotas, the offering in the zone and the reservation", () => {
    const script = preflightScript(designOf(p5()));
    expect(script).toContain("region='us-east-2'\n");
    expect(script).toContain("quota ec2 L-417A185B 3264 'Running On-Demand P instances'\n");
    expect(script).toContain("offered 'p5.48xlarge' 'us-east-2a'\n");
    expect(script).toContain("reservation 'cr-0123456789abcdef0' 'p5.48xlarge' 17\n");
  });

  it.each([
    [
      "us-east-2a\tus-east-2c",
      1,
      "FAILED  zone us-east-2b does not exist for this account; set availabilityZone or secondAvailabilityZone of the network to one of: us-east-2a us-east-2c",
    ],
    ["us-east-2a\tus-east-2b", 0, "ok      zone us-east-2b is there for this account"],
    ["", 1, "FAILED  zones of us-east-2 cannot be read; allow ec2:DescribeAvailabilityZones"],
  ])("asks whether the account has the zones of the network: %j", (zones, status, line) => {
    const subnet = (availabilityZone: string) => ({ availabilityZone, usableAddresses: 4091, public: false });
    const network = { ...p5().networks[0]!, computeSubnets: [subnet("us-east-2a"), subnet("us-east-2b")] };
    const script = preflightScript(designOf(p5({ cluster: { networks: [network], pools: [], fabrics: [] } })));
    const run = runWith(`describe-availability-zones) echo '${zones}';;`, script);
    expect(run.stdout).toContain(line);
    expect(run.status).toBe(status);
    const given = designOf(p5({ cluster: { networks: [{ ...network, existing: true }] } }));
    expect(preflightScript(given)).not.toContain("\nzone '");
  });

  it("asks for the region where the design has none", () => {
    expect(preflightScript(designOf(p5({ cluster: { region: null } })))).toContain("region=${AWS_REGION:?");
  });

  it("keeps whatever a name holds inside its word", () => {
    expect(preflightScript(designOf(p5({ cluster: { region: "us'; rm -rf /" } })))).toContain(
      "region='us'\\''; rm -rf /'\n",
    );
  });

  it("asks once of a reservation that pools share, for what they take together", () => {
    const shared = (name: string, nodes: number | null) => ({
      ...p5().pools[0]!,
      name,
      capacity: [reservation({ nodes })],
    });
    const lines = (...pools: ReturnType<typeof shared>[]) =>
      preflightScript(designOf(p5({ cluster: { pools } }))).match(/^reservation '.*$/gm);
    expect(lines(shared("a", 8), shared("b", 6))).toEqual(["reservation 'cr-0123456789abcdef0' 'p5.48xlarge' 14"]);
    expect(lines(shared("a", null))).toEqual(["reservation 'cr-0123456789abcdef0' 'p5.48xlarge' 17"]);
  });

  it.each([
    ["1", 0, "ok      sg-1, the group of fabric fabric, is open to itself"],
    ["0", 1, "FAILED  sg-1, the group of fabric fabric, has no rule for all protocols to itself"],
  ])("looks at the rules of a fabric's given group: %s", (count, status, line) => {
    const { fabrics, pools, ...rest } = p5();
    const aws = { ...fabrics[0]!.aws!, selfIngress: null, selfEgress: null, givenGroupId: "sg-1" };
    const given = { ...fabrics[0]!, aws };
    const script = preflightScript(designOf(p5({ cluster: { ...rest, pools: [], fabrics: [given] } })));
    // The account, as the AWS CLI shows it.
    const run = runWith(`describe-security-group-rules) echo ${count};;`, script);
    expect(run.stdout).toContain(line);
    expect(run.status).toBe(status);
  });

  it.each([
    ["role", "", "", 0, "ok      arn:role, the role of instance profile ml-nodes, is allowed all 2 actions"],
    [
      "role",
      "",
      "ssm:GetParameter",
      0,
      "not allowed on all resources: ssm:GetParameter; must be allowed as in terraform",
    ],
    ["role", "logs:PutLogEvents", "", 1, "FAILED  arn:role, the role of instance profile ml-nodes, is denied logs:"],
    ["no role", "", "", 1, "FAILED  instance profile ml-nodes has no role"],
    ["none", "", "", 1, "FAILED  instance profile ml-nodes does not exist"],
    ["unreadable", "", "", 1, "FAILED  permissions of arn:role, the role of instance profile ml-nodes, cannot be read"],
  ])("looks at a given instance profile: %s, denied %s, not allowed %s", (state, denied, missing, status, line) => {
    const existingProfile = {
      name: "ml-nodes",
      output: "nodes_policy",
      actions: ["logs:PutLogEvents", "ssm:GetParameter"],
    };
    const pools = [{ ...p5().pools[0]!, capacity: [], existingProfile }];
    const script = preflightScript(designOf(p5({ cluster: { pools } })));
    const role = { "no role": "echo None", none: "exit 254" }[state] ?? "echo arn:role";
    const simulated = `case "$*" in *explicitDeny*) echo '${denied}';; *) echo '${missing}';; esac`;
    const run = runWith(
      `get-instance-profile) ${role};; simulate-principal-policy) ${state === "unreadable" ? "exit 254" : simulated};;`,
      script,
    );
    expect(run.stdout).toContain(line);
    expect(run.status).toBe(status);
  });

  const takes = (kind: TakenName["kind"], ...names: string[]) =>
    preflightScript(
      designOf(p5({ cluster: { pools: [], fabrics: [], names: names.map((name) => ({ kind, name })) } })),
    );
  const NOTHING = "echo '';";
  const APPLIED = `echo '"mode": "managed"';`;

  it.each<[string, TakenName["kind"], string, string, string, number, string]>([
    ["free", "role", "list-roles", "ml-other ml-gpu-2", NOTHING, 0, "ok      names of role: all 2 are free"],
    [
      "taken before the first apply",
      "role",
      "list-roles",
      "other ml-gpu",
      NOTHING,
      1,
      "FAILED  names of role are taken, and this stack has applied nothing: ml-gpu; give the cluster another clusterName",
    ],
    ["its own", "role", "list-roles", "ml-gpu", APPLIED, 0, "ok      names of role: this stack has them"],
    [
      "taken by whom nobody can say",
      "role",
      "list-roles",
      "ml-gpu ml-head",
      "exit 1;",
      0,
      "confirm names of role are taken: ml-gpu, ml-head; must be this stack's own",
    ],
    [
      "taken by a cluster",
      "eks-cluster",
      "list-clusters",
      "ml-gpu",
      NOTHING,
      1,
      "FAILED  names of EKS cluster are taken",
    ],
    [
      "taken by a group",
      "auto-scaling-group",
      "describe-auto-scaling-groups",
      "ml-gpu",
      NOTHING,
      1,
      "FAILED  names of Auto Scaling group are taken",
    ],
    [
      "taken by a template",
      "launch-template",
      "describe-launch-templates",
      "ml-gpu",
      NOTHING,
      1,
      "FAILED  names of launch template are taken",
    ],
  ])("looks for names that AWS takes once: %s (%s)", (_what, kind, call, there, state, status, line) => {
    const run = runWith(`${call}) echo '${there}';;`, takes(kind, "ml-gpu", "ml-head"), state);
    expect(run.stdout).toContain(line);
    expect(run.status).toBe(status);
  });

  it("asks a person where the script lies apart from its Terraform, whose state it cannot know", () => {
    const script = takes("role", "ml-gpu").replace("$0", "/nowhere/preflight.sh");
    expect(runWith("list-roles) echo ml-gpu;;", script, NOTHING).stdout).toContain("confirm names of role are taken");
  });

  it("says that names cannot be read", () => {
    expect(runWith("list-roles) exit 254;;", takes("role", "ml-gpu")).stdout).toContain(
      "FAILED  names of role cannot be read",
    );
  });

  it.each([
    ["us-east-2a us-east-2b", 0, "ok      endpoint service ecr.api"],
    ["us-east-2b us-east-2c", 1, "the endpoint service ecr.api is in us-east-2b us-east-2c, not in us-east-2a"],
    ["", 1, "FAILED  interfaceEndpoints: us-east-2 has no endpoint service ecr.api"],
  ])("looks for the services of interface endpoints: in '%s'", (zones, status, line) => {
    const { networks } = p5();
    const own = { ...networks[0]!, existing: false, privateEndpoints: ["ecr.api"] };
    const script = preflightScript(designOf(p5({ cluster: { pools: [], fabrics: [], networks: [own] } })));
    const run = runWith(`describe-vpc-endpoint-services) echo '${zones}';;`, script);
    expect(run.stdout).toContain(line);
    expect(run.status).toBe(status);
  });

  it("looks for no services of endpoints in a VPC that exists", () => {
    const { networks } = p5();
    const given = { ...networks[0]!, existing: true, privateEndpoints: ["ecr.api"] };
    expect(preflightScript(designOf(p5({ cluster: { networks: [given] } })))).not.toContain("endpoint_service");
  });
});

/** Runs a script against an account that answers as given, and with plenty to everything else; a state pulled by Terraform as given. */
function runWith(answers: string, script: string, state = "exit 1;") {
  const folder = mkdtempSync(join(tmpdir(), "warpform-preflight-"));
  writeFileSync(
    join(folder, "aws"),
    `#!/bin/bash\ncase "$2" in ${answers} describe-availability-zones) echo "us-east-2a us-east-2b";; *) echo 100000;; esac\n`,
    { mode: 0o755 },
  );
  for (const tool of ["terraform", "tofu"])
    writeFileSync(join(folder, tool), `#!/bin/bash\n${state}\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  writeFileSync(join(folder, "preflight.sh"), script);
  writeFileSync(join(folder, "cdk.tf.json"), "{}");
  const run = spawnSync("bash", [join(folder, "preflight.sh")], { env, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return run;
}
