import { Testing } from "cdktf";
import { buildBlueprint } from "../../../lib/blueprint/build";
import { parseBlueprint } from "../../../lib/blueprint/load";
import { messageOf } from "../../clouds/aws/synthesized";
import { regions, text } from "../with-state";

const parse = (blueprint: string, set: readonly string[] = []) =>
  parseBlueprint([{ file: "a.yaml", text: blueprint }], set);
const backends = (blueprint: string, set: readonly string[] = []) =>
  buildBlueprint(Testing.app(), parse(blueprint, set)).stacks.map(
    ({ stack }) => (JSON.parse(Testing.synth(stack)) as { terraform: { backend: object } }).terraform.backend,
  );

describe("a blueprint's state", () => {
  it("lies in a bucket of the nodes' region, locked, under the stack's name", () => {
    const s3 = { bucket: "company-state", key: "demo/terraform.tfstate", region: "us-east-2", encrypt: true };
    expect(backends(text)).toEqual([{ s3: { ...s3, use_lockfile: true } }]);
  });

  it("lies where it is told", () => {
    const set = ["state.key=a/b", "state.region=eu-west-1", "state.lock=false", "state.kmsKeyArn=arn:aws:kms:x"];
    const s3 = { bucket: "company-state", key: "a/b", region: "eu-west-1", encrypt: true, kms_key_id: "arn:aws:kms:x" };
    expect(backends(text, set)).toEqual([{ s3 }]);
  });

  it("is each region's own", () => {
    const s3 = { bucket: "company-state", region: "us-east-1", encrypt: true };
    expect(backends(regions)).toEqual([
      { s3: { ...s3, key: "chat-us-east-2/terraform.tfstate" } },
      { s3: { ...s3, key: "chat-eu-central-1/terraform.tfstate" } },
    ]);
  });

  it.each([
    [text, "state.bucket=Company_State", "state.bucket must be a bucket's name"],
    [text, "state.kee=a", 'state.kee is not known; did you mean "key"'],
    [regions, "state.key=a", "state.key is of one stack, and each region has its own"],
  ])("refuses what cannot be", (blueprint, setting, message) => {
    expect(messageOf(() => buildBlueprint(Testing.app(), parse(blueprint, [setting])))).toContain(message);
  });
});
