import { checkDerivedProps } from "../../lib/architectures/derived-props";
import { messageOf } from "../clouds/aws/synthesized";

describe("checkDerivedProps", () => {
  it("takes props that the architecture does not derive", () => {
    expect(() => checkDerivedProps("train", { pool: { rootVolumeGiB: 500 }, slurm: { loginNodes: 1 } })).not.toThrow();
  });

  it("refuses a pool that is not the one that was sized, and names every such prop", () => {
    const pool = { instanceType: "g6e.48xlarge", nodes: { min: 0, max: 2 }, rootVolumeGiB: 500 };
    expect(messageOf(() => checkDerivedProps("train", { pool, slurm: { partitions: [] } }))).toBe(
      `train has 3 problems:
  - pool.instanceType cannot be set: the cluster is sized for one instance type; use the architecture's instanceType
  - pool.nodes cannot be set: the cluster is sized for its nodes; use the architecture's own props for them
  - slurm.partitions cannot be set: the partition is that of the architecture's pool; leave it out, or use a SlurmHeadNode of your own`,
    );
  });

  it.each([
    ["pool", "capacity"],
    ["pool", "fabric"],
    ["pool", "gpuSharing"],
    ["pool", "network"],
    ["ray", "pools"],
    ["lustre", "network"],
    ["lustre", "storageType"],
    ["lustre", "deploymentType"],
    ["lustre", "throughputMBps"],
    ["monitoring", "fileSystems"],
  ])("refuses %s.%s", (part, prop) => {
    expect(messageOf(() => checkDerivedProps("train", { [part]: { [prop]: {} } }))).toContain(
      `train: ${part}.${prop} cannot be set: `,
    );
  });
});
