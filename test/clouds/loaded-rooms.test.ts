// In a file of its own: what another test loads stays in Jest's registry.
describe("pools of a cloud", () => {
  it("load no writer of Kubernetes or Slurm and no review", () => {
    require("../../lib/clouds/aws/pools/gpu-node-pool");
    require("../../lib/clouds/azure/pools/gpu-node-pool");
    const stray = Object.keys(require.cache).filter((file) => /\/lib\/(kubernetes|slurm|review)\//.test(file));
    expect(stray.map((file) => file.replace(/.*\/lib\//, ""))).toEqual([]);
  });
});
