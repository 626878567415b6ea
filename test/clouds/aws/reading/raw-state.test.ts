import { isRawState, type RawState, shownOfState } from "../../../../lib/clouds/aws/reading/raw-state";
import { readTerraform } from "../../../../lib/clouds/read-terraform";

const instance = (attributes: object, more: object = {}) => ({ schema_version: 0, attributes, ...more });

/** A state as Terraform 1.13 keeps it: a module with a key, counted nodes, an object still to be destroyed, and data. */
const state = {
  version: 4,
  terraform_version: "1.13.0",
  serial: 7,
  lineage: "f2968801-fa14-41ab-a044-224f3a4adf04",
  outputs: {},
  resources: [
    { mode: "data", type: "aws_region", name: "here", instances: [instance({ id: "us-east-2" })] },
    {
      mode: "managed",
      type: "aws_launch_template",
      name: "gpu",
      instances: [
        instance({
          id: "lt-0123",
          arn: "arn:aws:ec2:us-east-2:123456789012:launch-template/lt-0123",
          instance_type: "p5.48xlarge",
          metadata_options: [{ http_tokens: "required", http_put_response_hop_limit: 2 }],
        }),
      ],
    },
    {
      module: 'module.nodes["a.b"]',
      mode: "managed",
      type: "aws_autoscaling_group",
      name: "this",
      instances: [
        instance({ id: "asg", launch_template: [{ id: "lt-0123" }], min_size: 2, max_size: 4 }, { index_key: 0 }),
        instance({ id: "old", launch_template: [{ id: "lt-0123" }], min_size: 9, max_size: 9 }, { deposed: "ab12" }),
      ],
    },
  ],
};

describe("a state file", () => {
  it("is shown as terraform show -json shows it: each object at its address", () => {
    const { resources } = shownOfState(state as unknown as RawState).values!.root_module!;
    expect(resources!.map(({ address }) => address)).toEqual([
      "data.aws_region.here",
      "aws_launch_template.gpu",
      'module.nodes["a.b"].aws_autoscaling_group.this[0]',
    ]);
  });

  it("is read with its nodes, by the ids that join them, without what is to be destroyed", () => {
    const read = readTerraform("state", state)!;
    expect(read).toMatchObject({ read: 2, resources: 2, unread: [], shown: true });
    expect(read.cluster).toMatchObject({
      region: "us-east-2",
      pools: [{ name: "gpu", instanceType: "p5.48xlarge", nodes: { min: 2, max: 4 }, aws: { imdsV2Required: true } }],
    });
  });

  it.each([
    ["of an older version", { ...state, version: 3 }],
    ["encrypted by OpenTofu", { meta: {}, encrypted_data: "…", encryption_version: "v0" }],
    ["without its program's version", { ...state, terraform_version: undefined }],
    ["with resources of another shape", { ...state, resources: { aws_vpc: {} } }],
  ])("is not taken %s", (_, value) => {
    expect(isRawState(value)).toBe(false);
    expect(readTerraform("state", value)).toBeUndefined();
  });
});
