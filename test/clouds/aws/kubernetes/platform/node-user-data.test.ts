import { karpenterUserData, nodeUserData } from "../../../../../lib/clouds/aws/kubernetes/platform/node-user-data";
import { g6e as pool } from "../../../../kubernetes/pools";

const parts = (document: string | null) =>
  [...(document ?? "").matchAll(/filename="\d\d-([\w-]+)"/g)].map(([, name]) => name);

describe("nodeUserData", () => {
  it("installs the Lustre client, which EKS' images lack, on AL2023 nodes whose pods mount Lustre", () => {
    expect(parts(nodeUserData(pool, "al2023", true))).toEqual(["node-config", "lustre-client"]);
    expect(nodeUserData(pool, "al2023", true)).toContain("dnf install -yq lustre-client");
  });

  it("installs nothing where no pod mounts Lustre, nor on Bottlerocket, which has no package manager", () => {
    expect(parts(nodeUserData(pool, "al2023", false))).toEqual(["node-config"]);
    expect(nodeUserData(pool, "bottlerocket", true)).not.toContain("lustre");
  });
});

describe("karpenterUserData", () => {
  it("installs the Lustre client on AL2023 nodes whose pods mount Lustre, and nothing else", () => {
    expect(parts(karpenterUserData(pool, "al2023", true))).toEqual(["lustre-client"]);
    expect(karpenterUserData(pool, "al2023", false)).toBeNull();
  });
});
