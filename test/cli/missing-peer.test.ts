import { join } from "node:path";
import { missingPeer, placeOf } from "../../lib/cli/missing-peer";

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
      `this command needs the package ${name.replace("/lib/vpc", "").replace("/server/mcp.js", "")}, which is not installed; run: npm install ${packages}`,
    );
  });

  it.each([
    ["cdktf", "azure", "cdktf@0.21 @cdktf/provider-azurerm@14 constructs@10"],
    ["@cdktf/provider-azurerm/lib/subnet", "aws", "cdktf@0.21 @cdktf/provider-azurerm@14 constructs@10"],
    ["cdktf", "kubernetes", "cdktf@0.21 constructs@10"],
    ["@pulumi/pulumi", "azure", "@pulumi/pulumi@3 @pulumi/azure@6 @pulumi/command@1 @pulumi/kubernetes@4"],
    ["@pulumi/azure", "aws", "@pulumi/pulumi@3 @pulumi/azure@6 @pulumi/command@1 @pulumi/kubernetes@4"],
  ] as const)("offers the packages of the cloud: %s with %s", (name, place, packages) => {
    expect(missingPeer(missing(name), place)).toMatch(new RegExp(`run: npm install ${packages}$`));
  });

  it("takes the cloud from the blueprint that a command names", () => {
    const example = (file: string) => join(__dirname, "../../examples", file);
    expect(placeOf(["synth", example("blueprints/azure-serving-nc-h100.yaml")])).toBe("azure");
    expect(placeOf(["synth", example("any-kubernetes/crusoe.yaml")])).toBe("kubernetes");
    expect(placeOf(["synth", example("blueprints/slurm-mixed.yaml"), "gone.yaml", "--json"])).toBe("aws");
  });

  it.each([missing("./plan-command"), missing("yaml"), new Error("Cannot find module 'cdktf'"), undefined])(
    "says nothing of other errors: %s",
    (error) => expect(missingPeer(error)).toBeUndefined(),
  );
});
