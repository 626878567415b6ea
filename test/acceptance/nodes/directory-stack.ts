/** A cluster whose users are in a directory:  node --import tsx directory-stack.ts FOLDER, which holds the authority's certificate, ca.pem */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import { Capacity, ClusterNetwork, GpuNodePool, Image, SlurmHeadNode } from "../../../lib/clouds/aws";

const outdir = process.argv[2]!;
const app = new App({ outdir });
const stack = new TerraformStack(app, "nodes");
new AwsProvider(stack, "aws", { region: "us-east-2" });
const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
const cpu = new GpuNodePool(stack, "cpu", {
  network,
  instanceType: "c7i.large",
  nodes: { min: 0, max: 2 },
  capacity: [Capacity.onDemand()],
  image: Image.plain("ubuntu-24.04"),
});
new SlurmHeadNode(stack, "slurm", {
  network,
  partitions: [{ name: "work", pools: [cpu] }],
  accounting: { kind: "none" },
  suspendMinutes: 60,
  directory: {
    uris: ["ldaps://ldap.corp.example.com"],
    searchBase: "dc=corp,dc=example,dc=com",
    schema: "rfc2307",
    bindDn: "cn=reader,dc=corp,dc=example,dc=com",
    bindPasswordSecretArn: "arn:aws:secretsmanager:us-east-2:123456789012:secret:directory-AbCdEf",
    caCertificate: readFileSync(join(outdir, "ca.pem"), "utf8"),
    accessFilter: "(employeeType=hpc)",
    login: "passwords",
  },
});
app.synth();
