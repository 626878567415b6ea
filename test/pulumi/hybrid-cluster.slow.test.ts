import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Key } from "@pulumi/aws/kms/key";
import type * as pulumi from "@pulumi/pulumi";
import { ClusterScope } from "../../lib/pulumi/clouds/aws/clusters/cluster-scope";
import { ClusterNetwork } from "../../lib/pulumi/clouds/aws/components/cluster-network";
import { GpuNodePool } from "../../lib/pulumi/clouds/aws/components/gpu-node-pool";
import { HybridCluster } from "../../lib/pulumi/clouds/aws/components/hybrid-cluster";
import { mockedProgram } from "./mocked-program";

const outdir = mkdtempSync(join(tmpdir(), "warpform-hybrid-"));
afterAll(() => rmSync(outdir, { recursive: true }));

const TYPES: Readonly<Record<string, string>> = {
  "aws:iam/role:Role": "aws_iam_role",
  "aws:kms/key:Key": "aws_kms_key",
  "aws:route53/resolverEndpoint:ResolverEndpoint": "aws_route53_resolver_endpoint",
  "aws:rolesanywhere/trustAnchor:TrustAnchor": "aws_rolesanywhere_trust_anchor",
};

const known = <T>(output: pulumi.Output<T>) =>
  new Promise<T>((resolve) => void output.apply((value) => resolve(value)));

describe("a HybridCluster in Pulumi", () => {
  it("makes the link, the names and the role, and hands out the program that joins a controller", async () => {
    const { result, registered } = await mockedProgram(
      (token) => TYPES[token],
      () => {
        const cluster = new ClusterScope("burst", { region: "us-east-2", outdir });
        const key = new Key("site");
        const network = new ClusterNetwork(
          "network",
          { availabilityZone: "us-east-2a", vpcCidr: "10.64.0.0/16" },
          { parent: cluster },
        );
        const pool = new GpuNodePool("l40s", { network, instanceType: "g6e.12xlarge", nodes: { min: 0, max: 4 } });
        const hybrid = new HybridCluster("hybrid", {
          network,
          site: {
            clusterName: "dc1",
            controllers: [{ name: "head1", address: "10.30.0.5" }],
            cidrs: ["10.30.0.0/24"],
            domain: "dc1.example.com",
            dnsServers: ["10.30.0.2"],
          },
          link: { vpn: { address: "203.0.113.10" } },
          partitions: [{ name: "train-aws", pools: [pool] }],
          caCertificate: "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n",
          kmsKeyArn: key.arn,
        });
        cluster.declare();
        return {
          join: known(hybrid.joinProgram),
          role: known(hybrid.siteRoleArn),
          dns: known(hybrid.resolverEndpointId),
        };
      },
    );
    const types = registered.map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining([
        "warpform:aws:HybridCluster",
        "aws:ec2/customerGateway:CustomerGateway",
        "aws:ec2/vpnConnection:VpnConnection",
        "aws:rolesanywhere/profile:Profile",
      ]),
    );
    const join = await result.join;
    expect(join).toContain("ROLE_ARN='burst-hybrid-identity.arn'");
    expect(join).toContain("TRUST_ANCHOR='burst-hybrid-identity-trust-anchor.arn'");
    // Variables of the shell are whole.
    expect(join).toMatch(/^certificate=\$\{WARPFORM_CERTIFICATE:-/m);
    expect(await result.role).toBe("burst-hybrid-identity.arn");
    expect(await result.dns).toBe("burst-hybrid-names-inbound.id");
  });
});
