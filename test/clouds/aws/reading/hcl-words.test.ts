import { inHcl } from "../../../../lib/clouds/aws/reading/hcl-words";
import { readTerraform, wordsOfTerraform } from "../../../../lib/clouds/read-terraform";
import { designOf } from "../../../../lib/review/design";
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
  const { cluster } = readTerraform("stack", program)!;
  const { findings } = reviewDesign(designOf(cluster), [], rules, wordsOfTerraform);
  expect(findings.find(({ rule }) => rule === "imds-v1-allowed")!.fix).toBe(
    'set metadata_options.http_tokens to "required"',
  );
  const texts = findings.map(({ fix }) => fix).join("\n");
  expect(texts).not.toMatch(/\b[a-z]+[A-Z]\w*(Id|s|Index|Options)\b/);
});
