import type { SlurmHeadNodeProps } from "../../../../lib/clouds/aws/index";
import { ClusterNetwork, clusterModel, GpuNodePool, SlurmHeadNode } from "../../../../lib/clouds/aws/index";
import { staticNodes } from "../../../../lib/review/figures/static-nodes";
import type { Terraform } from "../synthesized";
import { messageOf, resources, synthesized, testStack } from "../synthesized";

function withPools(more: Partial<SlurmHeadNodeProps>) {
  const stack = testStack();
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a", clusterName: "lab" });
  const cpu = new GpuNodePool(stack, "cpu", { network, instanceType: "c7i.4xlarge", nodes: { min: 0, max: 2 } });
  const head = new SlurmHeadNode(stack, "slurm", { network, partitions: [{ name: "all", pools: [cpu] }], ...more });
  return { stack, head };
}
const users = [
  { name: "ada", uid: 2001 },
  { name: "bob", uid: 2002 },
];

describe("loginPools", () => {
  const { stack } = withPools({
    users,
    loginNodes: 1,
    loginCidrs: ["192.0.2.0/24"],
    loginPools: [
      { name: "interns", count: 2, instanceType: "c7g.large", cidrs: ["203.0.113.0/24"], allowUsers: ["bob"] },
      { name: "ops", instanceType: "m7i.2xlarge", securityGroupIds: ["sg-0123456789abcdef0"] },
    ],
  });
  const model = clusterModel(stack);
  const made = synthesized(stack);
  const named = (name: string) =>
    resources(made, "aws_instance").find((each) => (each.tags as Record<string, string>).Name === `lab-${name}`)!;

  it("make nodes of their own type and image, each pool behind its own name and group", () => {
    const types = ["login-1", "interns-1", "interns-2", "ops-1"].map((name) => named(name)?.instance_type);
    expect(types).toEqual(["m7i.large", "c7g.large", "c7g.large", "m7i.2xlarge"]);
    expect(named("interns-1").ami).toContain("image-arm64");
    expect(named("ops-1").ami).toBe(named("login-1").ami);
    expect(named("ops-1").vpc_security_group_ids).toContain("sg-0123456789abcdef0");
    const records = resources(made, "aws_route53_record").filter(({ alias }) => alias !== undefined);
    expect(records.map(({ name }) => String(name).split(".")[0]).sort()).toEqual(["interns", "login"]);
    const groups = resources(made, "aws_security_group").map(({ name }) => name);
    expect(groups).toEqual(expect.arrayContaining(["lab-login-ssh", "lab-interns-ssh", "lab-interns-machines"]));
    expect(groups).not.toContain("lab-ops-ssh");
  });

  it("say to their nodes who may log in", () => {
    const object = resources(made, "aws_s3_object").find(({ key }) => key === "slurm/warpform/login-pools.json")!;
    expect(JSON.parse(String(object.content))).toEqual({
      interns: { allowUsers: ["bob"], allowGroups: [] },
      ops: { allowUsers: [], allowGroups: [] },
    });
  });

  it("are billed at the price of their own type", () => {
    const [slurm] = model.schedulers;
    expect(slurm).toMatchObject({ loginNodes: 4, loginCidrs: ["192.0.2.0/24", "203.0.113.0/24"] });
    expect(staticNodes([slurm as never], [])).toEqual([
      { name: "head (slurm)", instanceType: "m7i.xlarge", nodes: 1 },
      { name: "login nodes login (slurm)", instanceType: "m7i.large", nodes: 1 },
      { name: "login nodes interns (slurm)", instanceType: "c7g.large", nodes: 2 },
      { name: "login nodes ops (slurm)", instanceType: "m7i.2xlarge", nodes: 1 },
    ]);
  });

  it.each<[string, Partial<SlurmHeadNodeProps>, string]>([
    [
      "a name of the controller",
      { loginPools: [{ name: "slurm-head" }] },
      'loginPools[0].name must not be the name of a controller, got "slurm-head"; use "slurm-head-2"',
    ],
    [
      "the name of loginNodes' pool",
      { loginNodes: 1, loginPools: [{ name: "login" }] },
      'loginPools[0].name must not be the name of the pool that loginNodes makes, got "login"; use "login-2"',
    ],
    [
      "one name twice",
      { loginPools: [{ name: "ops" }, { name: "ops" }] },
      "loginPools[1].name must be used once, got ops again, as in loginPools[0]; rename one",
    ],
    [
      "GPUs",
      { loginPools: [{ name: "ops", instanceType: "g6.xlarge" }] },
      'loginPools[0].instanceType "g6.xlarge" has accelerators that no job can use there; use "m7i.xlarge"',
    ],
    [
      "a user whom the cluster lacks",
      { users, loginPools: [{ name: "ops", allowUsers: ["eve"] }] },
      'loginPools[0].allowUsers[0] must be one of users, got "eve"; add the user, or use "ada"',
    ],
    [
      "a pattern of sshd",
      { users, loginPools: [{ name: "ops", allowUsers: ["*"] }] },
      'loginPools[0].allowUsers[0] must be one name without patterns, got "*"; write it as `id` prints it',
    ],
    [
      "subnets of no balancer",
      { loginPools: [{ name: "ops", subnetIds: ["subnet-0123456789abcdef0"] }] },
      "loginPools[0].subnetIds places a load balancer, which cidrs asks for; give cidrs",
    ],
    [
      "no address block",
      { loginPools: [{ name: "ops", cidrs: ["office"] }] },
      'loginPools[0].cidrs[0] must be an IPv4 CIDR block, got "office"; use "203.0.113.0/24", for example',
    ],
    [
      "users and groups",
      { users, loginPools: [{ name: "ops", allowUsers: ["ada"], allowGroups: ["staff"] }] },
      "loginPools[0].allowGroups and allowUsers together admit only users who are in both lists; use one of them",
    ],
  ])("reject %s", (_, props, message) => {
    expect(messageOf(() => withPools(props))).toContain(message);
  });
});

const certificateArn = "arn:aws:acm:us-east-2:123456789012:certificate/12345678-1234-1234-1234-123456789012";

describe("restApi", () => {
  const text = (made: Terraform, key: string) =>
    String(resources(made, "aws_s3_object").find((each) => each.key === `slurm/${key}`)?.content);

  it("listens on the head alone by default, with a key that no state holds", () => {
    const made = synthesized(withPools({ restApi: {} }).stack);
    expect(text(made, "warpform/site.env")).toContain("REST_API='yes'\nREST_LISTEN='127.0.0.1:6820'\n");
    const lines = "AuthAltTypes=auth/jwt\nAuthAltParameters=jwt_key=/var/spool/slurm/jwt_hs256.key\n";
    expect(text(made, "etc/slurm.conf")).toContain(lines);
    expect(text(made, "warpform/slurmdbd.conf")).toContain(lines);
    expect(resources(made, "aws_lb")).toEqual([]);
  });

  it("is not there without the prop", () => {
    const made = synthesized(withPools({}).stack);
    expect(text(made, "warpform/site.env")).toContain("REST_API='no'\n");
    expect(text(made, "etc/slurm.conf")).not.toContain("AuthAlt");
  });

  it("is reached from given networks by HTTPS alone, and by nobody past the load balancer", () => {
    const made = synthesized(withPools({ restApi: { cidrs: ["192.0.2.0/24"], certificateArn } }).stack);
    expect(text(made, "warpform/site.env")).toContain("REST_LISTEN='0.0.0.0:6820'\n");
    expect(resources(made, "aws_lb_listener")).toMatchObject([
      { port: 443, protocol: "TLS", certificate_arn: certificateArn },
    ]);
    const rules = resources(made, "aws_vpc_security_group_ingress_rule").filter(({ to_port }) => to_port === 6820);
    expect(rules).toHaveLength(1);
    expect(rules[0]).not.toHaveProperty("cidr_ipv4");
    expect(String(rules[0]!.referenced_security_group_id)).toMatch(/slurm_rest-api_\w+\.id/);
    expect(resources(made, "aws_lb")[0]).toMatchObject({ internal: true, load_balancer_type: "network" });
  });

  it.each<[string, Partial<SlurmHeadNodeProps>, string]>([
    [
      "tokens in clear text",
      { restApi: { cidrs: ["192.0.2.0/24"] } },
      "restApi.certificateArn is required with cidrs, since tokens must not travel in clear text",
    ],
    [
      "the whole internet",
      { restApi: { cidrs: ["0.0.0.0/0"], certificateArn } },
      'restApi.cidrs[0] must be your own networks, since whoever has a token can run programs, got "0.0.0.0/0"; use a prefix of /8 or longer',
    ],
    [
      "a certificate for nothing",
      { restApi: { certificateArn } },
      "restApi.certificateArn is for a load balancer, which cidrs asks for; give cidrs, or leave it out",
    ],
    [
      "its key elsewhere",
      { slurmConf: { AuthAltParameters: "jwt_key=/tmp/key" } },
      "slurmConf.AuthAltParameters cannot hold jwt_key, because the head makes the key; use restApi",
    ],
    [
      "its plugin without a key",
      { slurmConf: { AuthAltTypes: "auth/jwt" } },
      "slurmConf.AuthAltTypes cannot be set, because its key and plugin must come with it; use restApi",
    ],
  ])("rejects %s", (_, props, message) => {
    expect(messageOf(() => withPools(props))).toContain(message);
  });
});
