import { z } from "zod";

export const networkSchema = z
  .strictObject({
    availabilityZone: z.string().describe("Zone of the compute nodes, such as us-east-2a; the region follows from it"),
    clusterName: z.string().optional().describe("Prefix of resource names; default: name of the blueprint"),
    vpcCidr: z.string().optional().describe("Address block of the VPC, /16 to /24; default 10.0.0.0/16"),
    computeSubnetCidr: z.string().optional().describe("Block of the compute subnet; default: first half of the VPC"),
    secondAvailabilityZone: z
      .string()
      .optional()
      .describe("Zone of the second private subnet, made when something needs two zones"),
    egress: z.enum(["nat", "endpoints-only"]).optional().describe("How nodes reach the internet; default nat"),
    interfaceEndpoints: z
      .array(z.string())
      .optional()
      .describe("AWS services to reach by interface endpoint, by short name"),
    flowLogs: z.boolean().optional().describe("Whether the VPC's flows are logged; default true"),
    privateZoneName: z.string().optional().describe("Private DNS zone; default <clusterName>.internal"),
    tags: z.record(z.string(), z.string()).optional().describe("Tags of everything in the cluster"),
    existing: z
      .strictObject({
        vpcId: z.string().describe("Id of the VPC"),
        vpcCidr: z.string().describe("Address block of the VPC"),
        computeSubnetId: z.string().describe("Private subnet for nodes, in availabilityZone"),
        computeSubnetCidr: z.string().optional().describe("Block of that subnet, so that addresses can be counted"),
        secondSubnetId: z.string().optional().describe("Private subnet in another zone"),
        privateZoneId: z.string().optional().describe("Private hosted zone to use; name it in privateZoneName"),
        s3GatewayEndpoint: z
          .boolean()
          .optional()
          .describe("Whether the subnet's routes have an S3 gateway endpoint; default false"),
      })
      .optional()
      .describe("A VPC that is already there; without it one is made"),
  })
  .describe("The network: one private compute subnet in one zone");

export const fabricSchema = z
  .strictObject({
    nicLayout: z
      .enum(["ip-saving", "ena-bandwidth", "legacy-all-efa"])
      .optional()
      .describe("Which interfaces a node gets; default ip-saving"),
    securityGroupId: z.string().optional().describe("Existing security group, open to itself both ways"),
    hugePages2MiB: z.number().int().min(0).optional().describe("Huge pages of 2 MiB to reserve; default: the image's"),
  })
  .describe("The fabric that joins nodes GPU to GPU: on AWS, EFA");
