import { loadPeer } from "../../lib/pulumi/peers";

const missing = (path: string) => () => {
  throw Object.assign(new Error(`Cannot find module '${path}'`), { code: "MODULE_NOT_FOUND" });
};

describe("loadPeer", () => {
  it("gives the command that installs a missing package", () => {
    expect(() => loadPeer("@pulumi/kubernetes", "", missing("@pulumi/kubernetes"))).toThrow(
      "warpform/pulumi: @pulumi/kubernetes is not installed; run npm install @pulumi/kubernetes",
    );
  });

  it("says so of a package that is too old for a class", () => {
    expect(() => loadPeer("@pulumi/aws", "ec2/new", missing("@pulumi/aws/ec2/new"))).toThrow(
      "@pulumi/aws/ec2/new is not there; run npm install @pulumi/aws@latest",
    );
  });

  it("passes on what is wrong inside a package", () => {
    expect(() => loadPeer("@pulumi/aws", "ec2/vpc", missing("@grpc/grpc-js"))).toThrow(
      "Cannot find module '@grpc/grpc-js'",
    );
  });
});
