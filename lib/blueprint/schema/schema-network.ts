import { z } from "zod";
import { clusterName, isMade, privateZoneName, secondAvailabilityZone } from "./derivations";
import { derived, fallback, section, unset } from "./key";

const text = z.string();
export const textMap = z.record(z.string(), z.string());

export const existingNetworkSchema = z
  .strictObject({
    vpcId: text.describe("Id of the VPC"),
    vpcCidr: text.describe("Address block of the VPC"),
    computeSubnetId: text.describe("Private subnet for nodes, in availabilityZone"),
    computeSubnetCidr: unset(text, "Block of that subnet, so that addresses can be counted", "they are not counted"),
    secondSubnetId: unset(text, "Private subnet in another zone", "none; what needs two zones refuses"),
    privateZoneId: unset(text, "Private hosted zone to use; name it in privateZoneName", "one is made"),
    s3GatewayEndpoint: fallback(z.boolean(), false, "Whether the subnet's routes have an S3 gateway endpoint"),
  })
  .describe("A VPC that is already there; without it one is made");

export const networkSchema = z
  .strictObject({
    availabilityZone: text.describe("Zone of the compute nodes, such as us-east-2a; the region follows from it"),
    clusterName: derived(text, "Prefix of resource names", "name of the blueprint", clusterName),
    vpcCidr: fallback(text, "10.0.0.0/16", "Address block of the VPC, /16 to /24", isMade),
    computeSubnetCidr: unset(text, "Block of the compute subnet", "first half of the VPC", isMade),
    secondAvailabilityZone: derived(
      text,
      "Zone of the second private subnet, made when something needs two zones",
      "b of the region, or a where the first is b",
      secondAvailabilityZone,
    ),
    egress: fallback(z.enum(["nat", "endpoints-only"]), "nat", "How nodes reach the internet"),
    interfaceEndpoints: unset(
      z.array(text),
      "AWS services to reach by interface endpoint, by short name such as ecr.api",
      "none with nat, those that nodes need with endpoints-only",
      isMade,
    ),
    flowLogs: fallback(z.boolean(), true, "Whether the VPC's flows are logged to CloudWatch", isMade),
    flowLogsKmsKeyArn: unset(text, "KMS key of the flow logs", "a key of the network's own", isMade),
    permissionsBoundaryArn: unset(text, "Permissions boundary of the flow logs' role", "none", isMade),
    privateZoneName: derived(text, "Private DNS zone", "<clusterName>.internal", privateZoneName),
    tags: fallback(textMap, {}, "Tags of everything in the cluster"),
    existing: section(existingNetworkSchema, "none; a VPC is made"),
  })
  .describe("The network: one private compute subnet in one zone");

export const fabricSchema = z
  .strictObject({
    nicLayout: fallback(
      z.enum(["ip-saving", "ena-bandwidth", "legacy-all-efa"]),
      "ip-saving",
      "Which interfaces a node gets",
    ),
    securityGroupId: unset(text, "Existing security group, open to itself both ways", "one is made"),
    hugePages2MiB: unset(z.number().int().min(0), "Huge pages of 2 MiB to reserve", "as many as the image reserves"),
  })
  .describe("The fabric that joins nodes GPU to GPU: on AWS, EFA");
