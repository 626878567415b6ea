import { parse } from "yaml";
import { karpenterUserData, nodeUserData } from "../../../../../lib/clouds/aws/kubernetes/platform/node-user-data";
import { g6e as pool } from "../../../../kubernetes/pools";

const parts = (document: string | null) =>
  [...(document ?? "").matchAll(/filename="\d\d-([\w-]+)"/g)].map(([, name]) => name);
const plain = { lustre: false, fastImagePull: false };
const lustre = { ...plain, lustre: true };
const fast = { ...plain, fastImagePull: true };

/** The settings of the node agent in a document. */
const nodeConfig = (document: string | null) => parse(/apiVersion[\s\S]*?(?=\n--)/.exec(document ?? "")![0]).spec;

describe("nodeUserData", () => {
  it("installs the Lustre client, which EKS' images lack, on AL2023 nodes whose pods mount Lustre", () => {
    expect(parts(nodeUserData(pool, "al2023", lustre))).toEqual(["node-config", "lustre-client"]);
    expect(nodeUserData(pool, "al2023", lustre)).toContain("dnf install -yq lustre-client");
  });

  it("installs nothing where no pod mounts Lustre, nor on Bottlerocket, which has no package manager", () => {
    expect(parts(nodeUserData(pool, "al2023", plain))).toEqual(["node-config"]);
    expect(nodeUserData(pool, "bottlerocket", lustre)).not.toContain("lustre");
  });

  it("unpacks layers side by side where asked to, with SOCI's folder on the local disks", () => {
    expect(nodeConfig(nodeUserData(pool, "al2023", fast))).toMatchObject({
      featureGates: { FastImagePull: true },
      kubelet: { config: { maxPods: expect.any(Number) } },
    });
    expect(nodeConfig(nodeUserData(pool, "al2023", plain))).not.toHaveProperty("featureGates");
    expect(nodeUserData(pool, "bottlerocket", fast)).toContain('pull-mode = "parallel-pull-unpack"');
    expect(nodeUserData(pool, "bottlerocket", fast)).toContain('"/var/log/pods", "/var/lib/soci-snapshotter"]');
    expect(nodeUserData(pool, "bottlerocket", plain)).not.toContain("soci");
  });
});

describe("karpenterUserData", () => {
  it("installs the Lustre client on AL2023 nodes whose pods mount Lustre, and nothing else", () => {
    expect(parts(karpenterUserData(pool, "al2023", lustre))).toEqual(["lustre-client"]);
    expect(karpenterUserData(pool, "al2023", plain)).toBeNull();
  });

  it("gives the node agent the gate alone, since Karpenter says the rest", () => {
    expect(parts(karpenterUserData(pool, "al2023", { lustre: true, fastImagePull: true }))).toEqual([
      "node-config",
      "lustre-client",
    ]);
    expect(nodeConfig(karpenterUserData(pool, "al2023", fast))).toEqual({ featureGates: { FastImagePull: true } });
    expect(karpenterUserData(pool, "bottlerocket", fast)).toContain('snapshotter = "soci"');
    expect(karpenterUserData(pool, "bottlerocket", plain)).toBeNull();
  });
});
