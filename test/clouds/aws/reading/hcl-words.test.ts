import { inHcl } from "../../../../lib/clouds/aws/reading/hcl-words";
import { readTerraform, wordsOfTerraform } from "../../../../lib/clouds/read-terraform";
import { designOf } from "../../../../lib/review/design";
import { whereOf } from "../../../../lib/review/report/where";
import { reviewDesign } from "../../../../lib/review/review";
import { rules } from "../../../../lib/review/rules/list";

describe("inHcl", () => {
  it.each([
    ['set metadataOptions.httpTokens to "required"', 'set metadata_options.http_tokens to "required"'],
    ["add a VpcEndpoint of type Gateway", "add an aws_vpc_endpoint of type Gateway"],
    ["add an S3BucketVersioning with status Enabled", "add an aws_s3_bucket_versioning with status Enabled"],
    ["set enableDnsSupport of the Vpc", "set enable_dns_support of the aws_vpc"],
    ["use EFA on PERSISTENT_2 in us-east-2a", "use EFA on PERSISTENT_2 in us-east-2a"],
  ])("writes %s as Terraform does", (text, hcl) => {
    expect(inHcl(text)).toBe(hcl);
  });
});

it("fixes of a review of Terraform name attributes as Terraform does", () => {
  const program = {
    resource: {
      aws_launch_template: { one: { instance_type: "p5.48xlarge", metadata_options: { http_tokens: "optional" } } },
      aws_vpc: { main: { cidr_block: "10.0.0.0/16", enable_dns_support: false } },
      aws_s3_bucket: { data: { bucket_prefix: "data" } },
    },
  };
  const read = readTerraform("stack", program)!;
  const { findings } = reviewDesign(designOf(read.cluster), [], rules, wordsOfTerraform(read));
  expect(findings.find(({ rule }) => rule === "imds-v1-allowed")!.fix).toBe(
    'set metadata_options.http_tokens to "required"',
  );
  const texts = findings.map(({ fix }) => fix).join("\n");
  expect(texts).not.toMatch(/\b[a-z]+[A-Z]\w*(Id|s|Index|Options)\b/);
});

describe("where a finding of Terraform is", () => {
  const whereIn = (value: unknown, rule: string) => {
    const read = readTerraform("stack", value)!;
    const { findings } = reviewDesign(designOf(read.cluster), [], rules, wordsOfTerraform(read));
    return whereOf(findings.find((finding) => finding.rule === rule)!);
  };

  it("is the address of the resource in a *.tf.json", () => {
    const template = { instance_type: "p5.48xlarge", metadata_options: { http_tokens: "optional" } };
    expect(whereIn({ resource: { aws_launch_template: { gpu: template } } }, "imds-v1-allowed")).toBe(
      "aws_launch_template.gpu",
    );
  });

  it("is the address with its modules and index in a plan", () => {
    const address = 'module.net["a"].aws_vpc.this[0]';
    const vpc = { address, mode: "managed", type: "aws_vpc", name: "this", values: { enable_dns_support: false } };
    const child = { resources: [vpc] };
    expect(
      whereIn({ format_version: "1.2", planned_values: { root_module: { child_modules: [child] } } }, "vpc-dns-off"),
    ).toBe(address);
  });

  it("is the path in the design where no resource is the part", () => {
    expect(whereOf({ path: "workload.deadlineDays" })).toBe("workload.deadlineDays");
  });
});
