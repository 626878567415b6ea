import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ejectBlueprint } from "../../lib/blueprint/eject";
import { expandBlueprint } from "../../lib/blueprint/expand";
import { loadBlueprint } from "../../lib/blueprint/load";
import { buildInMemory } from "../../lib/cli/build-in-memory";

const folder = mkdtempSync(join(tmpdir(), "warpform-hybrid-"));
const file = join(folder, "a.yaml");
writeFileSync(
  file,
  `apiVersion: warpform/v1
name: burst
network: { availabilityZone: us-east-2a, vpcCidr: 10.64.0.0/16 }
pools:
  l40s: { instanceType: g6e.12xlarge, nodes: { min: 0, max: 8 } }
hybrid:
  site:
    clusterName: dc1
    controllers: [{ name: head1, address: 10.30.0.5 }]
    cidrs: [10.10.0.0/20, 10.30.0.0/24]
    domain: dc1.example.com
    dnsServers: [10.30.0.2]
    partitions: [train]
  link: { vpn: { address: 203.0.113.10, bgpAsn: 65010 } }
  partitions: [{ name: train-aws, pools: [l40s], exclusive: true }]
  trustAnchorArn: arn:aws:rolesanywhere:us-east-2:111122223333:trust-anchor/01234567-89ab-cdef-0123-456789abcdef
  staging: { toCloudTB: 10 }
`,
);
afterAll(() => rmSync(folder, { recursive: true }));

describe("hybrid in a blueprint", () => {
  it("starts the pools of its partitions, and moves the data that it names", () => {
    const { cluster } = buildInMemory([file], []);
    expect(cluster.pools.map(({ name, adoptedBy }) => [name, adoptedBy])).toEqual([
      ["l40s", { kind: "hybrid", name: "hybrid" }],
    ]);
    expect(cluster.schedulers).toMatchObject([
      { kind: "slurm", name: "hybrid", staging: { toCloudTB: 10, linkGbps: 1.25 } },
    ]);
  });

  it("is the same cluster once expanded", () => {
    const expanded = join(folder, "expanded.yaml");
    writeFileSync(expanded, expandBlueprint(loadBlueprint([file]).blueprint));
    expect(buildInMemory([expanded], []).cluster).toEqual(buildInMemory([file], []).cluster);
  });

  it("is ejected as the construct with the pool's variable", () => {
    const program = ejectBlueprint(loadBlueprint([file]).blueprint);
    expect(program).toContain('new HybridCluster(stack, "hybrid", {');
    expect(program).toContain("pools: [l40s]");
  });

  it.each([
    ["hybrid.partitions=[{ name: train, pools: [l40s] }]", 'partitions[0].name "train" is a partition of the site'],
    ["hybrid.site.cidrs=[10.64.8.0/24]", "site.cidrs[0] 10.64.8.0/24 overlaps the VPC's 10.64.0.0/16"],
    ["hybrid.link.transitGatewayId=tgw-0123456789abcdef0", "exactly one of vpn, transitGatewayId and virtualGatewayId"],
    ["hybrid.trustAnchorArn=null", "caCertificate or trustAnchorArn must be given"],
    ["hybrid.partitions=[{ name: aws, pools: [l40] }]", 'no pool is named "l40"; did you mean "l40s"'],
    ["hybrid.site.domian=x", "domian"],
    ["slurm.partitions=[{ name: two, pools: [l40s] }]", "network must have one Slurm head"],
  ])("says of %s what is wrong, at its place", (setting, message) => {
    expect(() => buildInMemory([file], [setting])).toThrow(message);
  });
});
