import { missingPeer } from "../../lib/cli/missing-peer";

const missing = (name: string) =>
  Object.assign(new Error(`Cannot find module '${name}'\nRequire stack:\n- /x`), { code: "MODULE_NOT_FOUND" });

describe("missingPeer", () => {
  it.each([
    ["cdktf", "cdktf@0.21 @cdktf/provider-aws@21 constructs@10"],
    ["@cdktf/provider-aws/lib/vpc", "cdktf@0.21 @cdktf/provider-aws@21 constructs@10"],
    ["constructs", "cdktf@0.21 @cdktf/provider-aws@21 constructs@10"],
    ["cdktn", "cdktn@0.24 @cdktn/provider-aws@25 constructs@10"],
    ["@modelcontextprotocol/sdk/server/mcp.js", "@modelcontextprotocol/sdk@1"],
    ["@pulumi/aws", "@pulumi/pulumi@3 @pulumi/aws@7 @pulumi/kubernetes@4"],
  ])("names what is missing with %s and the command that installs it", (name, packages) => {
    expect(missingPeer(missing(name))).toBe(
      `this command needs the package ${name}, which is not installed; run: npm install ${packages}`,
    );
  });

  it.each([missing("./plan-command"), missing("yaml"), new Error("Cannot find module 'cdktf'"), undefined])(
    "says nothing of other errors: %s",
    (error) => expect(missingPeer(error)).toBeUndefined(),
  );
});
