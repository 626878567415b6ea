// Mistakes that AWS refuses, each put into an example's stack: the checks beside must see every one of them.
/** The first resource of a type. */
const first = (json, type) => Object.values(json.resource[type])[0];

/** What is planted, and what a complaint must hold. */
export const plants = [
  [
    "an apostrophe in a group's description",
    "description",
    (json) => {
      first(json, "aws_security_group").description = "SSH to the login machines' load balancer";
    },
  ],
  [
    "a role's name of 65 characters",
    "name",
    (json) => {
      first(json, "aws_iam_role").name = "r".repeat(65);
    },
  ],
  [
    "a purchase option that EC2 does not know",
    "market_type",
    (json) => {
      first(json, "aws_launch_template").instance_market_options = { market_type: "capacity_block" };
    },
  ],
  [
    "an attribute that no request has",
    "is in no member",
    (json) => {
      first(json, "aws_launch_template").network_interfaces[0].cardIndex = 1;
    },
  ],
  [
    "a subnet without its VPC",
    "lacks VpcId",
    (json) => {
      delete first(json, "aws_subnet").vpc_id;
    },
  ],
  [
    "a policy beyond IAM's limit",
    "characters, AWS takes 10240",
    (json) => {
      const policy = JSON.parse(first(json, "aws_iam_role_policy").policy);
      policy.Statement[0].Resource = Array.from(
        { length: 300 },
        (_, i) => `arn:aws:ec2:us-east-2:*:launch-template/lt-${i}`,
      );
      first(json, "aws_iam_role_policy").policy = JSON.stringify(policy);
    },
  ],
  [
    "a tag of 257 characters",
    "value",
    (json) => {
      first(json, "aws_vpc").tags.note = "x".repeat(257);
    },
  ],
  [
    "a tag that AWS keeps for itself",
    "key 'aws:x'",
    (json) => {
      first(json, "aws_vpc").tags["aws:x"] = "1";
    },
  ],
  [
    "a throughput that is no number",
    "must be a number",
    (json) => {
      first(json, "aws_fsx_lustre_file_system").per_unit_storage_throughput = "fast";
    },
  ],
  [
    "a deployment type that FSx does not know",
    "deployment_type",
    (json) => {
      first(json, "aws_fsx_lustre_file_system").deployment_type = "PERSISTENT_3";
    },
  ],
  [
    "a type without mapping",
    "has no request",
    (json) => {
      json.resource.aws_wonder = { a: {} };
    },
  ],
];
