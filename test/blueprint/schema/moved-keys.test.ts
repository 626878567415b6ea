import { parseBlueprint } from "../../../lib/blueprint/load";
import { moveKeys } from "../../../lib/blueprint/schema/moved-keys";
import { messageOf } from "../../clouds/aws/synthesized";
import { changed } from "../example";

const ray = (lines: string) => changed("fleets:\n  train: { pool: h100 }\n", `kubeRay:\n  pools: [h100]\n${lines}`);
const parse = (text: string) => parseBlueprint([{ file: "a.yaml", text }]).blueprint;

describe("a key that has moved", () => {
  it("is read from its earlier place", () => {
    const teams = "teams: [{ name: search, gpus: { h100: 8 } }]\n";
    expect(parse(ray(`  ${teams}`))).toEqual(parse(ray(`  queues:\n    ${teams}`)));
  });

  it("keeps the line of its earlier place in errors", () => {
    expect(messageOf(() => parse(ray("  teams: [{ name: search, gpus: { h100: half } }]\n")))).toContain(
      'a.yaml:21:41: kubeRay.queues.teams[0].gpus.h100 must be a number, got "half"\n  21 |   teams:',
    );
  });

  it("is refused where it stands at both places", () => {
    const both = "  teams: [{ name: a, gpus: {} }]\n  queues: { teams: [{ name: b, gpus: {} }] }\n";
    expect(messageOf(() => parse(ray(both)))).toContain("a.yaml:21:3: kubeRay.teams is not known");
  });

  it("leaves what it does not know alone", () => {
    const moved = [{ from: ["a", "b"], to: ["c", "d"] }];
    expect(moveKeys({ a: { b: 1, e: 2 } }, moved)).toEqual({ a: { e: 2 }, c: { d: 1 } });
    expect(moveKeys({ a: { b: 1 }, c: "text" }, moved)).toEqual({ a: { b: 1 }, c: "text" });
    expect(moveKeys(null, moved)).toBeNull();
    expect(moveKeys({ a: [1] }, moved)).toEqual({ a: [1] });
  });
});
