import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LOWEST_VERSIONS, loadPeer, type Peer } from "../../lib/pulumi/peers";

/** A folder of packages that has one version of everything, and lacks some paths. */
const packages =
  (version: string, ...lacking: string[]) =>
  (path: string) => {
    if (lacking.includes(path))
      throw Object.assign(new Error(`Cannot find module '${path}'`), { code: "MODULE_NOT_FOUND" });
    return path.endsWith("package.json") ? { version } : { path };
  };

describe("loadPeer", () => {
  it("gives the command that installs a missing package", () => {
    const without = packages("4.34.0", "@pulumi/kubernetes/package.json");
    expect(() => loadPeer("@pulumi/kubernetes", "", without)).toThrow(
      "warpform/pulumi: @pulumi/kubernetes is not installed; run npm install @pulumi/kubernetes@4",
    );
  });

  it("says so of a package that is too old for a class", () => {
    expect(() => loadPeer("@pulumi/aws", "ec2/new", packages("7.48.0", "@pulumi/aws/ec2/new"))).toThrow(
      "@pulumi/aws/ec2/new is not installed; run npm install @pulumi/aws@7",
    );
  });

  it("passes on what is wrong inside a package", () => {
    const broken = (path: string) => packages("7.48.0")(path === "@pulumi/aws/ec2/vpc" ? fail() : path);
    const fail = (): never => {
      throw Object.assign(new Error("Cannot find module '@grpc/grpc-js'"), { code: "MODULE_NOT_FOUND" });
    };
    expect(() => loadPeer("@pulumi/aws", "ec2/vpc", broken)).toThrow("Cannot find module '@grpc/grpc-js'");
  });

  it.each(["7.48.0", "7.48.1", "7.49.0-alpha.1", "7.100.0"])("takes @pulumi/aws %s", (version) => {
    expect(loadPeer("@pulumi/aws", "ec2/vpc", packages(version))).toEqual({ path: "@pulumi/aws/ec2/vpc" });
  });

  it.each(["7.47.9", "7.0.0", "6.99.0", "8.0.0"])("refuses @pulumi/aws %s, which may drop inputs", (version) => {
    expect(() => loadPeer("@pulumi/aws", "ec2/vpc", packages(version))).toThrow(
      `@pulumi/aws must be 7.48.0 or a later 7.x, got ${version}; run npm install @pulumi/aws@^7.48.0`,
    );
  });

  it("needs the versions that package.json asks for", () => {
    const text = readFileSync(join(__dirname, "../../package.json"), "utf8");
    const { peerDependencies } = JSON.parse(text) as { peerDependencies: Record<Peer, string> };
    for (const [peer, lowest] of Object.entries(LOWEST_VERSIONS))
      expect(peerDependencies[peer as Peer]).toBe(`^${lowest}`);
  });

  it("needs the version of @pulumi/aws that the mapping was read from", () => {
    const data = require("../../lib/pulumi/clouds/aws/mapping.generated.json") as { source: string };
    expect(data.source).toContain(`@pulumi/aws ${LOWEST_VERSIONS["@pulumi/aws"]}`);
  });
});
