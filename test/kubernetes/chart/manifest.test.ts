import { parse } from "yaml";
import { manifestYaml } from "../../../lib/kubernetes/chart/manifest";

describe("an object as YAML", () => {
  const texts = ["yes", "No", "on", "OFF", "y", "012", "0b11", "1_000", "1:30", "true", "1.5", "null"];

  it.each(texts)("keeps the text %j a text for Helm, which reads YAML 1.1", (text) => {
    const written = manifestYaml({ value: text });
    expect(written).toBe(`value: "${text}"\n`);
    expect(parse(written, { version: "1.1" })).toEqual({ value: text });
  });

  it.each(["yesterday", "v1.2", "a:1", "nvidia.com/gpu"])("writes %j without quotes", (text) => {
    expect(manifestYaml({ value: text })).toBe(`value: ${text}\n`);
  });

  it("leaves numbers and booleans what they are", () => {
    expect(manifestYaml({ a: 1, b: true })).toBe("a: 1\nb: true\n");
  });
});
