import { engineProblem, PEER_VERSIONS, requireEngine } from "../../../lib/clouds/common/engine";
import { peerDependencies } from "../../../package.json";

const cdktf = ["cdktf", "@cdktf/provider-aws/lib/provider"];
const cdktn = ["cdktn", "@cdktn/provider-aws/lib/provider"];
const having =
  (...packages: string[]) =>
  (path: string) =>
    packages.includes(path);

describe("engineProblem", () => {
  it.each([
    ["cdktf", having(...cdktf, "constructs")],
    ["cdktn", having(...cdktn, "constructs")],
    ["cdktf", having(...cdktf, ...cdktn, "constructs")],
  ] as const)("finds nothing wrong with %s and its packages", (engine, isThere) => {
    expect(engineProblem(engine, isThere, ["aws"])).toBeUndefined();
  });

  it.each([
    [
      "cdktf where only cdktn is installed",
      "cdktf",
      having(...cdktn, "constructs"),
      'cdktf and @cdktf/provider-aws are not installed, but cdktn is; import from "warpform/cdktn" or what is below it, which is the same on CDK Terrain',
    ],
    [
      "cdktn where only cdktf is installed",
      "cdktn",
      having(...cdktf, "constructs"),
      'cdktn and @cdktn/provider-aws are not installed, but cdktf is; import from "warpform" or what is below it, which is the same on CDK for Terraform',
    ],
    [
      "cdktf where nothing is installed",
      "cdktf",
      having(),
      "cdktf and @cdktf/provider-aws and constructs are not installed; run npm install cdktf@0.21 @cdktf/provider-aws@21 constructs@10",
    ],
    [
      "cdktn without its provider",
      "cdktn",
      having("cdktn", "cdktf", "constructs"),
      "@cdktn/provider-aws is not installed; run npm install @cdktn/provider-aws@25",
    ],
    ["constructs", "cdktf", having(...cdktf, "cdktn"), "constructs is not installed; run npm install constructs@10"],
  ] as const)("says what to do about %s", (_, engine, isThere, message) => {
    expect(engineProblem(engine, isThere, ["aws"])).toBe(message);
  });
});

describe("engineProblem of an entry point", () => {
  it("sends Azure to the engine that it has bindings for", () => {
    expect(engineProblem("cdktn", having(...cdktn, "constructs"), ["azurerm"])).toBe(
      "no bindings exist of azurerm for CDK Terrain; use CDK for Terraform: npm install cdktf@0.21 @cdktf/provider-azurerm@14 constructs@10",
    );
  });

  it("asks for no provider where it needs none", () => {
    expect(engineProblem("cdktf", having("cdktf", "constructs"))).toBeUndefined();
    expect(engineProblem("cdktf", having("cdktf"))).toBe("constructs is not installed; run npm install constructs@10");
  });

  it("is content with one of several providers, and names the first where there is none", () => {
    const azure = having("cdktf", "constructs", "@cdktf/provider-azurerm/lib/provider");
    expect(engineProblem("cdktf", azure, ["aws", "azurerm"])).toBeUndefined();
    expect(engineProblem("cdktf", having("cdktf", "constructs"), ["aws", "azurerm"])).toBe(
      "@cdktf/provider-aws is not installed; run npm install @cdktf/provider-aws@21",
    );
  });
});

it.each(Object.entries(PEER_VERSIONS))("installs %s of the range in package.json", (peer, version) => {
  const range = (peerDependencies as Readonly<Record<string, string>>)[peer];
  expect(`${range}.`.startsWith(`^${version}.`)).toBe(true);
});

describe("requireEngine", () => {
  const nothing = (path: string) => {
    throw new Error(`Cannot find module '${path}'`);
  };
  it.each([
    ["/node_modules/warpform/dist/lib/clouds/common", "warpform: cdktf and"],
    ["/node_modules/warpform/dist/cdktn/clouds/common", "warpform/cdktn: cdktn and"],
    ["/node_modules/warpform/dist/cdktn/clouds/aws/shared", "warpform/cdktn: cdktn and"],
    ["C:\\cdktn\\node_modules\\warpform\\dist\\lib\\clouds", "warpform: cdktf and"],
  ])("knows in %s which entry point it is part of", (folder, text) => {
    expect(() => requireEngine(folder, nothing, ["aws"])).toThrow(text);
  });
});
