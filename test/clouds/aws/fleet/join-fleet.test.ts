import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GpuNodePool, NodeFleet } from "../../../../lib/clouds/aws/index";
import { messageOf, only, resources, synthesized, testNetwork, testStack } from "../synthesized";

const TARGET_GROUP = "arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/serve/0123456789abcdef";

function fleet(props: object) {
  const stack = testStack();
  const network = testNetwork(stack);
  const pool = new GpuNodePool(stack, "serve", { network, instanceType: "g6e.xlarge", nodes: { min: 2, max: 4 } });
  new NodeFleet(stack, "fleet", { pool, ...props });
  return synthesized(stack);
}

/** The program as a node has it, run with the cloud's answers instead of `aws` and the metadata service. */
function run(states: string[], { target = "InService", healthy = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "warpform-join-"));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), `#!/bin/bash\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  writeFileSync(join(folder, "states"), `${states.join("\n")}\n`);
  write("sleep", "exit 0");
  write("node-health", healthy ? "exit 0" : "exit 1");
  write(
    "curl",
    `case "\${!#}" in */token) echo t;; */instance-id) echo i-1;; */local-ipv4) echo 10.0.0.9;; */warpform:fleet) echo g;; *target-lifecycle-state) echo ${target};; esac`,
  );
  // Each look takes the next state; the last one stays.
  write(
    "aws",
    `cd ${folder}; echo "$*" >> calls
case "$2" in
  describe-auto-scaling-instances) head -n 1 states; [ "$(wc -l < states)" -eq 1 ] || sed -i 1d states;;
  describe-instances | list-resource-record-sets) echo;;
esac`,
  );
  const source = readFileSync(join(__dirname, "../../../../lib/clouds/aws/shared/programs/join-fleet.sh"), "utf8");
  const text = source.split("<<'PROGRAM'\n")[1]!.split("\nPROGRAM\n")[0]!;
  write(
    "program",
    `AWS_REGION=us-east-2 HOOK=node-health HOOK_SECONDS=60 ZONE_ID=Z1 RENDEZVOUS=f.ml.internal\n${text.replaceAll("/usr/local/sbin/node-health", join(folder, "node-health"))}`,
  );
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const { status } = spawnSync("bash", [join(folder, "program")], { env, encoding: "utf8" });
  const calls = readFileSync(join(folder, "calls"), "utf8");
  rmSync(folder, { recursive: true });
  const result = /--lifecycle-action-result (\w+)/.exec(calls)?.[1];
  return { status, result, named: calls.includes("change-resource-record-sets") };
}

describe("join-fleet", () => {
  it.each([
    ["a new node", ["Pending", "Pending:Wait"], {}, { status: 0, result: "CONTINUE", named: true }],
    [
      "a node on its way into the warm pool",
      ["Warmed:Pending", "Warmed:Pending:Wait"],
      { target: "Warmed:Stopped" },
      { status: 0, result: "CONTINUE", named: false },
    ],
    ["a node out of the warm pool", ["Pending", "Pending:Wait"], {}, { status: 0, result: "CONTINUE", named: true }],
    ["a rebooted node", ["InService"], {}, { status: 0, result: undefined, named: true }],
    ["a sick node", ["Pending:Wait"], { healthy: false }, { status: 1, result: "ABANDON", named: false }],
    ["a group that never answers", ["Pending"], {}, { status: 1, result: undefined, named: false }],
  ])("reports for %s", (_, states, options, expected) => {
    expect(run(states, options)).toEqual(expected);
  });

  it("is a unit of every boot, since no user data runs when a node leaves the warm pool", () => {
    const [userData] = Object.values(fleet({ warmNodes: 1 }).locals!);
    expect(userData).toContain("systemctl enable join-fleet.service");
    // cloud-final comes after multi-user.target, which would wait for what it wants: a cycle.
    expect(userData).toContain("WantedBy=cloud-init.target");
  });
});

describe("NodeFleet", () => {
  it("leaves running nodes as they are where updates are not rolled", () => {
    expect(only(fleet({}), "aws_autoscaling_group")).toHaveProperty("instance_refresh");
    const group = only(fleet({ rollingUpdates: false }), "aws_autoscaling_group");
    expect(group).not.toHaveProperty("instance_refresh");
  });

  it("keeps as many stopped nodes as it was told, not all that the group could grow by", () => {
    const group = only(fleet({ warmNodes: 1, size: 2 }), "aws_autoscaling_group");
    expect(group.warm_pool).toEqual({ pool_state: "Stopped", min_size: 1, max_group_prepared_capacity: 1 });
  });

  it("refuses a target group of another Region, which takes none of its nodes", () => {
    const far = TARGET_GROUP.replace("us-east-2", "us-west-2");
    expect(messageOf(() => fleet({ targetGroupArn: far, targetPort: 8000 }))).toContain(
      "targetGroupArn must be in us-east-2 like the network, got one in us-west-2",
    );
  });

  it("lets the load balancer in, from the VPC or from its own groups", () => {
    const rules = (props: object) =>
      resources(
        fleet({ targetGroupArn: TARGET_GROUP, targetPort: 8000, ...props }),
        "aws_vpc_security_group_ingress_rule",
      );
    expect(rules({})).toMatchObject([{ cidr_ipv4: "10.0.0.0/16", from_port: 8000, to_port: 8000, ip_protocol: "tcp" }]);
    expect(rules({ targetSecurityGroupIds: ["sg-0123456789abcdef0"] })).toMatchObject([
      { referenced_security_group_id: "sg-0123456789abcdef0", from_port: 8000 },
    ]);
  });
});

it("a fleet's nodes may set the fleet's name and no other of the zone", () => {
  const policies = resources(fleet({}), "aws_iam_role_policy");
  const statements = policies.flatMap(
    ({ policy }) => JSON.parse(String(policy)).Statement as Record<string, unknown>[],
  );
  const setting = statements.filter(({ Action }) => JSON.stringify(Action).includes("ChangeResourceRecordSets"));
  expect(setting).toHaveLength(1);
  const { "ForAllValues:StringEquals": condition } = setting[0]!.Condition as Record<string, object>;
  expect(condition).toEqual({
    "route53:ChangeResourceRecordSetsNormalizedRecordNames": [expect.stringMatching(/^fleet\./)],
    "route53:ChangeResourceRecordSetsRecordTypes": ["A"],
  });
});
