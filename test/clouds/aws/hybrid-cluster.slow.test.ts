import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack, Testing } from "cdktf";
import { HybridCluster } from "../../../lib/clouds/aws/hybrid/hybrid-cluster";
import type { HybridClusterProps } from "../../../lib/clouds/aws/hybrid/hybrid-cluster-props";
import { ClusterNetwork } from "../../../lib/clouds/aws/network/cluster-network";
import { Capacity } from "../../../lib/clouds/aws/pools/capacity/capacity";
import { GpuNodePool } from "../../../lib/clouds/aws/pools/gpu-node-pool";
import { clusterModel } from "../../../lib/clouds/common/cluster-model";
import { review } from "../../../lib/review/review";

const CA = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
const SITE = {
  clusterName: "dc1",
  controllers: [{ name: "head1", address: "10.30.0.5" }],
  cidrs: ["10.10.0.0/20", "10.30.0.0/24"],
  domain: "dc1.example.com",
  dnsServers: ["10.30.0.2"],
  partitions: ["train"],
};

function build(over: Partial<HybridClusterProps> = {}) {
  const stack = new TerraformStack(new App(), "stack");
  new AwsProvider(stack, "aws", { region: "us-east-2" });
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a", vpcCidr: "10.64.0.0/16" });
  const pool = new GpuNodePool(stack, "g6e", {
    network,
    instanceType: "g6e.12xlarge",
    nodes: { min: 0, max: 4 },
    capacity: [Capacity.onDemand()],
  });
  const cluster = new HybridCluster(stack, "burst", {
    network,
    site: SITE,
    link: { vpn: { address: "203.0.113.10", bgpAsn: 65_010 } },
    partitions: [{ name: "train-aws", pools: [pool] }],
    caCertificate: CA,
    ...over,
  });
  return { stack, cluster };
}

function resources(over: Partial<HybridClusterProps> = {}) {
  const { resource, output } = JSON.parse(Testing.synth(build(over).stack, true));
  // biome-ignore lint/suspicious/noExplicitAny: a resource's arguments are checked by the provider's schema
  const of = (type: string): Record<string, any>[] => Object.values(resource[type] ?? {});
  return { of, output };
}

const message = (over: object): string => {
  try {
    build(over as Partial<HybridClusterProps>);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};

describe("HybridCluster", () => {
  it("suspends nodes in AWS alone, and fills them after the site's", () => {
    const { fragments } = build().cluster;
    expect(fragments["warpform-power.conf"]).toContain("\nSuspendTime=INFINITE\n");
    expect(fragments["warpform-nodes.conf"]).toMatch(/NodeName=g6e-dy-\[1-4\] .* Weight=20001 State=CLOUD/);
    expect(fragments["warpform-nodes.conf"]).toMatch(
      /PartitionName=train-aws Nodes=g6e-dy-\[1-4\] State=UP .*SuspendTime=600/,
    );
    expect(fragments["warpform-nodes.conf"]).not.toContain("Default=YES");
  });

  it("makes a VPN whose keys are not in the state, by BGP or by static routes", () => {
    const { of } = resources();
    expect(of("aws_vpn_connection")[0]).toMatchObject({
      preshared_key_storage: "SecretsManager",
      static_routes_only: false,
    });
    expect(of("aws_vpn_connection_route")).toEqual([]);
    const fixed = resources({
      link: { vpn: { address: "203.0.113.10", certificateArn: "arn:aws:acm:us-east-2:111122223333:certificate/a" } },
    });
    expect(fixed.of("aws_vpn_connection")[0]).toMatchObject({ static_routes_only: true });
    expect(fixed.of("aws_vpn_connection")[0]!.preshared_key_storage).toBeUndefined();
    expect(fixed.of("aws_vpn_connection_route").map((route) => route.destination_cidr_block)).toEqual(SITE.cidrs);
  });

  it("takes a transit gateway or a Direct Connect gateway that is there", () => {
    const transit = resources({ link: { transitGatewayId: "tgw-0123456789abcdef0" } });
    expect(transit.of("aws_vpn_connection")).toEqual([]);
    const routes = transit.of("aws_route").filter((route) => route.transit_gateway_id !== undefined);
    expect(routes.map((route) => route.destination_cidr_block)).toEqual(SITE.cidrs);
    const direct = resources({ link: { virtualGatewayId: "vgw-0123456789abcdef0" } });
    expect(direct.of("aws_vpn_gateway_attachment")).toHaveLength(1);
    expect(direct.of("aws_vpn_gateway_route_propagation")).toHaveLength(1);
  });

  it("names both ways: the controllers in the private zone, the site's domain at its own servers", () => {
    const { of } = resources();
    expect(of("aws_route53_resolver_endpoint").map(({ direction }) => direction)).toEqual(["INBOUND", "OUTBOUND"]);
    expect(of("aws_route53_resolver_rule")[0]).toMatchObject({
      domain_name: SITE.domain,
      target_ip: [{ ip: "10.30.0.2" }],
    });
    const records = of("aws_route53_record").filter(({ type }) => type === "A");
    expect(records.map(({ records: [address] }) => address)).toEqual(["10.30.0.5"]);
  });

  it("lets in controllers by certificate alone, and only by their names", () => {
    const { of } = resources();
    const role = of("aws_iam_role").find(({ name }) => name.endsWith("-site"))!;
    const [statement] = JSON.parse(role.assume_role_policy).Statement;
    expect(statement.Principal).toEqual({ Service: "rolesanywhere.amazonaws.com" });
    expect(statement.Condition.StringEquals).toEqual({ "aws:PrincipalTag/x509Subject/CN": ["head1"] });
    expect(of("aws_iam_access_key")).toEqual([]);
    expect(of("aws_secretsmanager_secret_version")).toEqual([]);
  });

  it("opens slurmd and SSH to the site, and no more", () => {
    const rules = resources()
      .of("aws_vpc_security_group_ingress_rule")
      .filter((rule) => rule.cidr_ipv4 === "10.10.0.0/20");
    expect(rules.map(({ from_port }) => from_port).sort()).toEqual([22, 53, 53, 6818]);
  });

  it("prints a program that joins a controller, and ships no slurm.conf", () => {
    const { of, output } = resources();
    const { value } = Object.values(output as Record<string, { value: string }>).find(({ value: text }) =>
      text.includes("join"),
    )!;
    expect(value).toContain("credential_process = $helper credential-process");
    expect(value).toContain("cat > /usr/local/sbin/slurm-files <<'PROGRAM'");
    const keys = of("aws_s3_object").map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(["slurm/etc/warpform-nodes.conf", "slurm/etc/warpform-power.conf"]));
    expect(keys).not.toContain("slurm/etc/slurm.conf");
  });

  it("lets the programs know the site's own folders", () => {
    const file = (site: object) => {
      const cluster = resources({ site: { ...SITE, ...site } })
        .of("aws_s3_object")
        .find(({ key }) => key.endsWith("cluster.json"))!;
      return JSON.parse(cluster.content.replaceAll("$${", "${")).paths;
    };
    expect(file({})).toMatchObject({ state: "/var/lib/warpform", stateMount: "", slurmState: "/var/spool/slurm/ctld" });
    expect(file({ stateSaveLocation: "/srv/slurm/state" }).slurmState).toBe("/srv/slurm/state");
  });

  it("tells the time and the money of staging", () => {
    // 10 TB over one tunnel of 1.25 Gb/s: 10e12 x 8 / 1.25e9 / 3600
    const { staging } = build({ staging: { toCloudTB: 10, toSitePerMonthTB: 1 } }).cluster;
    expect(staging!.hoursToCloud).toBeCloseTo(17.78, 2);
    // 1e12 / 2^30 GB, of which 100 are free, at 0.09 USD in us-east-2
    expect(staging!.usdPerMonth).toBeCloseTo((1e12 / 2 ** 30 - 100) * 0.09, 1);
  });

  it("is asked for nothing that is the site's own", () => {
    const found = review(clusterModel(build().stack)).findings.map(({ rule }) => rule);
    for (const rule of ["partition-without-default", "gpu-health-unchecked", "accounting-missing"])
      expect(found).not.toContain(rule);
  });

  it("has the results that go back to the site in the cost of the review", () => {
    const { stack } = build({ staging: { toCloudTB: 10, toSitePerMonthTB: 1 } });
    const egress = review(clusterModel(stack)).figures.cost.parts.find(({ name }) => name.includes("to the site"));
    expect(egress).toMatchObject({ name: "1 TB per month to the site, at the prices of a VPN", kind: "network" });
    expect(egress!.usdPerHour! * 730).toBeCloseTo((1e12 / 2 ** 30 - 100) * 0.09, 1);
  });

  it.each([
    [
      "a partition of both sites",
      { site: { ...SITE, partitions: ["train-aws"] } },
      /is a partition of the site: a partition over both sites/,
    ],
    [
      "overlapping addresses",
      { site: { ...SITE, cidrs: ["10.64.8.0/24"] } },
      /site\.cidrs\[0\] 10\.64\.8\.0\/24 overlaps the VPC's 10\.64\.0\.0\/16/,
    ],
    ["no link", { link: {} }, /link must have exactly one of vpn, transitGatewayId and virtualGatewayId, got 0/],
    ["two links", { link: { transitGatewayId: "tgw-1", virtualGatewayId: "vgw-1" } }, /got 2/],
    [
      "no trust",
      { caCertificate: undefined },
      /caCertificate or trustAnchorArn must be given, and not both, got neither/,
    ],
    ["a private key", { caCertificate: `${CA}-----BEGIN PRIVATE KEY-----` }, /holds a private key/],
    [
      "an unknown rate",
      { link: { transitGatewayId: "tgw-1" }, staging: { toCloudTB: 1 } },
      /staging\.linkGbps is required/,
    ],
    [
      "a controller that no route leads to",
      { site: { ...SITE, controllers: [{ name: "head1", address: "10.31.0.5" }] } },
      /site\.controllers\[0\]\.address must be in site\.cidrs \(10\.10\.0\.0\/20, 10\.30\.0\.0\/24\).* got 10\.31\.0\.5/,
    ],
    [
      "a DNS server on the internet",
      { site: { ...SITE, dnsServers: ["10.30.0.2", "8.8.8.8"] } },
      /site\.dnsServers\[1\] must be in site\.cidrs/,
    ],
    [
      "a VPN device that AWS cannot reach",
      { link: { vpn: { address: "100.64.3.4" } } },
      /must be a public IPv4 address/,
    ],
    ["AWS's own number", { link: { vpn: { address: "203.0.113.10", bgpAsn: 64_512 } } }, /must differ from 64512/],
    [
      "a trust anchor of another Region",
      { caCertificate: undefined, trustAnchorArn: "arn:aws:rolesanywhere:eu-west-1:111122223333:trust-anchor/a" },
      /trustAnchorArn must be in the network's Region us-east-2/,
    ],
    ["a misspelt prop", { site: { ...SITE, cidr: [] } }, /cidr is not a prop/],
  ])("refuses %s", (_, over, pattern) => {
    expect(message(over)).toMatch(pattern);
  });
});
