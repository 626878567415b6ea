import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reviewTerraform } from "../../lib/cli/review-terraform";

const folder = mkdtempSync(join(tmpdir(), "warpform-review-terraform-"));
afterAll(() => rmSync(folder, { recursive: true }));

const refusalOf = (name: string, value: object) => {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(value));
  try {
    reviewTerraform(file);
  } catch (error) {
    return (error as Error).message.split(`${file} `)[1];
  }
  return undefined;
};

it("names resources of Terraform, not constructs, for monitoring that is missing", () => {
  const file = join(folder, "node.tf.json");
  writeFileSync(file, JSON.stringify({ resource: { aws_instance: { gpu: { instance_type: "g6.xlarge" } } } }));
  const missing = reviewTerraform(file).result.findings.find(({ rule }) => rule === "monitoring-missing");
  expect(missing?.allowed).toBe("an aws_cloudwatch_metric_alarm and an aws_cloudwatch_dashboard");
});

describe("what review does not read is said in one sentence", () => {
  const state = { serial: 1, lineage: "", modules: [] };

  it.each([
    [
      "resources of other providers alone",
      "oci.tf.json",
      { resource: { oci_core_instance: { a: {} }, random_pet: { b: {} } } },
      "has only resources of oci, random, and review reads those of the AWS provider; write a blueprint of the design instead: cloud: azure, or cloud: kubernetes for an existing cluster of any cloud",
    ],
    [
      "an encrypted state",
      "terraform.tfstate",
      { meta: {}, encrypted_data: "x" },
      "is an encrypted state; give the output of `tofu show -json`",
    ],
    [
      "a state of an older version",
      "old.tfstate",
      { ...state, version: 3, terraform_version: "0.11.1" },
      "is a state of version 3, and 4 is read; give the output of `terraform show -json`",
    ],
    [
      "no resources",
      "none.json",
      {},
      "has no Terraform resources; give a *.tf.json file, a state or the output of `terraform show -json`",
    ],
  ])("%s", (_, name, value, message) => {
    expect(refusalOf(name, value)).toBe(message);
  });
});
