import { propOfPools } from "../../../../lib/clouds/common/pools/prop-of-pools";

describe("propOfPools", () => {
  const [h100, l40s] = [{}, {}];
  const propOf = propOfPools([{ pools: [h100] }, { pools: [h100, l40s] }], [h100, l40s]);

  it.each([
    ["pools[0].sharing", "partitions[0].pools[0].gpuSharing"],
    ["pools[1].labels.team", "partitions[1].pools[1].labels.team"],
    ["pools[1].alternativeTypes[0]", "partitions[1].pools[1].alternativeTypes[0]"],
    ["pools[2].nodes.max", "pools[2].nodes.max"],
    ["partitions[0].name", "partitions[0].name"],
  ])("says %s as %s", (path, prop) => {
    expect(propOf(path)).toBe(prop);
  });
});
