// Which packages a program pays for: Jest's module registry, as node's.
const loaded = () => Object.keys(require.cache).filter((file) => file.includes("/@cdktf/provider-"));
const engine = () => Object.keys(require.cache).filter((file) => /\/node_modules\/(cdktf|constructs)\//.test(file));

describe("the parts of a cloud", () => {
  it("load no engine with what builds nothing: plans, a site's review and bundle, the review of Terraform", () => {
    require("../../lib/blueprint/load");
    require("../../lib/blueprint/expand");
    require("../../lib/cli/commands/plan-command");
    require("../../lib/cli/commands/review-command");
    require("../../lib/cli/commands/diagram-command");
    require("../../lib/cli/commands/bundle-command");
    require("../../lib/cli/review-terraform");
    expect(engine()).toEqual([]);
  });

  it("load none of the cloud's packages with blueprints, architectures and the command line", () => {
    require("../../lib/blueprint/load");
    require("../../lib/blueprint/expand");
    require("../../lib/blueprint/build");
    require("../../lib/architectures/training-cluster");
    require("../../lib/cli/commands/review-command");
    expect(loaded()).toEqual([]);
  });

  it("load each what it is made of, and nothing of the others", () => {
    const { defaultCloud } =
      require("../../lib/clouds/default-cloud") as typeof import("../../lib/clouds/default-cloud");
    expect(typeof defaultCloud.parts.CheckpointBucket.import).toBe("function");
    expect(loaded().some((file) => file.includes("/s3-bucket/"))).toBe(true);
    expect(
      loaded().filter((file) => /\/(vpc|eks-cluster|fsx-lustre-file-system|launch-template)\//.test(file)),
    ).toEqual([]);
  });
});
