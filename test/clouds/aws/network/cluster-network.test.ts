import { ClusterNetwork } from "../../../../lib/clouds/aws/index";
import { only, resources, synthesized, testStack } from "../synthesized";

describe("ClusterNetwork", () => {
  const plain = () => {
    const stack = testStack();
    new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
    return synthesized(stack);
  };

  it("puts nodes into a private subnet in one zone, with DNS on and no automatic public address", () => {
    const terraform = plain();
    expect(only(terraform, "aws_vpc")).toMatchObject({
      cidr_block: "10.0.0.0/16",
      enable_dns_hostnames: true,
      enable_dns_support: true,
    });
    expect(only(terraform, "aws_subnet", "network_compute")).toMatchObject({
      availability_zone: "us-east-2a",
      cidr_block: "10.0.0.0/17",
      map_public_ip_on_launch: false,
    });
  });

  it("always has an S3 gateway endpoint on the private routes", () => {
    expect(only(plain(), "aws_vpc_endpoint")).toMatchObject({
      service_name: "com.amazonaws.us-east-2.s3",
      vpc_endpoint_type: "Gateway",
    });
  });

  it("has no way out but interface endpoints where egress is endpoints-only", () => {
    const stack = testStack();
    new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a", egress: "endpoints-only" });
    const terraform = synthesized(stack);
    expect(resources(terraform, "aws_nat_gateway")).toEqual([]);
    expect(resources(terraform, "aws_internet_gateway")).toEqual([]);
    const services = resources(terraform, "aws_vpc_endpoint").map(({ service_name }) => service_name);
    expect(services).toEqual(
      expect.arrayContaining(["com.amazonaws.us-east-2.ssm", "com.amazonaws.us-east-2.autoscaling"]),
    );
  });

  it("makes a second zone's subnet, once, only where something asks for two zones", () => {
    const stack = testStack();
    const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2b" });
    expect(resources(synthesized(stack), "aws_subnet")).toHaveLength(2);
    network.twoZoneSubnetIds();
    network.twoZoneSubnetIds();
    expect(only(synthesized(stack), "aws_subnet", "network_second")).toMatchObject({
      availability_zone: "us-east-2a",
      cidr_block: "10.0.128.0/18",
    });
  });

  it("empties the VPC's default security group", () => {
    const group = only(plain(), "aws_default_security_group");
    expect(group).not.toHaveProperty("ingress");
    expect(group).not.toHaveProperty("egress");
  });

  it("imports a network without making anything but the private zone", () => {
    const stack = testStack();
    ClusterNetwork.import(stack, "network", {
      availabilityZone: "us-east-2a",
      vpcId: "vpc-0123456789abcdef0",
      vpcCidr: "10.1.0.0/16",
      computeSubnetId: "subnet-0123456789abcdef0",
    });
    const made = synthesized(stack);
    expect(Object.keys(made.resource)).toEqual(["aws_route53_zone"]);
    // Records that nodes write must not keep it from being destroyed.
    expect(only(made, "aws_route53_zone").force_destroy).toBe(true);
  });
});
