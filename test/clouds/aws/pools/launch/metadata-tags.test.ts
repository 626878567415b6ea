import { validateMetadataTags } from "../../../../../lib/clouds/aws/pools/launch/metadata-tags";

const KEYS = "tags must have keys of letters, digits and + - = . , _ : @, since nodes read them from their metadata";

describe("validateMetadataTags", () => {
  it.each(["team", "warpform:pool", "cost-centre", "a+b=c.d,e_f@g", "..."])("accepts the key %s", (key) => {
    expect(() => validateMetadataTags("training/h100", { [key]: "x" }, {})).not.toThrow();
  });

  it.each([
    ["cost centre", 'use "cost-centre"'],
    ["kubernetes.io/cluster/train", 'use "kubernetes.io-cluster-train"'],
    ["größe", 'use "gr-e"'],
    [".", "use another key"],
    ["_index", "use another key"],
  ])("rejects the key %s, with which instances would not start", (key, advice) => {
    expect(() => validateMetadataTags("training/h100", { [key]: "x" }, {})).toThrow(
      `GpuNodePool "training/h100": ${KEYS}, got "${key}"; ${advice}`,
    );
  });

  it("says of a network's tag that it is the network's", () => {
    expect(() => validateMetadataTags("training/h100", { team: "x" }, { "cost center": "1" })).toThrow(
      `GpuNodePool "training/h100": network.${KEYS}, got "cost center"; use "cost-center"`,
    );
  });
});
