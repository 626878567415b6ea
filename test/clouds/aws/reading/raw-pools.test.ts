import { readTerraform } from "../../../../lib/clouds/read-terraform";

const imdsOf = (metadata_options?: object) => {
  const template = {
    instance_type: "p5.48xlarge",
    ...(metadata_options ? { metadata_options: [metadata_options] } : {}),
  };
  return readTerraform("stack", { resource: { aws_launch_template: { gpu: template } } })!.cluster.pools[0]!.aws!
    .imdsV2Required;
};

describe("the IMDS version of a launch template", () => {
  it.each([
    ["required", { http_tokens: "required" }, true],
    ["optional", { http_tokens: "optional" }, false],
    ["not set, beside a hop limit", { http_put_response_hop_limit: 2 }, null],
    ["empty, as a state has what is not set", { http_tokens: "", http_endpoint: "" }, null],
    ["of a variable", { http_tokens: "${var.tokens}" }, null],
    ["of a disabled endpoint", { http_endpoint: "disabled" }, true],
    ["without metadata options", undefined, null],
  ])("is read as %s", (_, options, expected) => {
    expect(imdsOf(options)).toBe(expected);
  });
});
