import { gunzipSync } from "node:zlib";
import { TERRAFORM_FUNCTIONS } from "../../../lib/pulumi/plan/functions";

const call = (name: string, ...args: unknown[]) => TERRAFORM_FUNCTIONS[name]!(...args);

// expected values: Terraform's function reference, https://developer.hashicorp.com/terraform/language/functions
describe("TERRAFORM_FUNCTIONS", () => {
  it.each<[string, unknown[], unknown]>([
    ["base64encode", ["Hello World"], "SGVsbG8gV29ybGQ="],
    ["base64decode", ["SGVsbG8gV29ybGQ="], "Hello World"],
    ["base64sha256", ["hello world"], "uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek="],
    [
      "concat",
      [
        ["a", ""],
        ["b", "c"],
      ],
      ["a", "", "b", "c"],
    ],
    ["element", [["a", "b", "c"], 3], "a"],
    ["flatten", [[["a", "b"], [], ["c"]]], ["a", "b", "c"]],
    ["join", ["-", ["foo", "bar", "baz"]], "foo-bar-baz"],
    ["jsonencode", [{ b: "<&>", a: 1 }], '{"a":1,"b":"\\u003c\\u0026\\u003e"}'],
    ["jsonencode", ["a\u2028b"], '"a\\u2028b"'],
    ["jsondecode", ['{"hello": "world"}'], { hello: "world" }],
    ["length", [["a", "b"]], 2],
    ["lower", ["HELLO"], "hello"],
    ["md5", ["hello world"], "5eb63bbbe01eeed093cb22bb8f5acdc3"],
    [
      "merge",
      [
        { a: "b", c: "d" },
        { e: "f", c: "z" },
      ],
      { a: "b", c: "z", e: "f" },
    ],
    ["replace", ["1 + 2 + 3", "+", "-"], "1 - 2 - 3"],
    ["replace", ["hello world", "/w.*d/", "everybody"], "hello everybody"],
    ["sha256", ["hello world"], "b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9"],
    ["split", [",", "foo,bar,baz"], ["foo", "bar", "baz"]],
    ["substr", ["hello world", 1, 4], "ello"],
    ["substr", ["hello world", -5, -1], "world"],
    ["substr", ["hello world", 6, 10], "world"],
    ["toset", [["c", "b", "b"]], ["b", "c"]],
    ["trimspace", ["  hello\n\n"], "hello"],
  ])("%s%j is what Terraform gives", (name, args, result) => {
    expect(call(name, ...args)).toEqual(result);
  });

  it("makes another UUID at each call, as Terraform does", () => {
    const made = [call("uuid"), call("uuid")];
    for (const one of made) expect(one).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(made[0]).not.toBe(made[1]);
  });

  it("compresses so that cloud-init reads the text again", () => {
    expect(gunzipSync(Buffer.from(String(call("base64gzip", "#!/bin/sh")), "base64")).toString()).toBe("#!/bin/sh");
  });
});
