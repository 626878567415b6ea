import { servicePrice } from "../../../lib/catalog/prices";
import { assumptionsOf } from "../../../lib/review/assumptions";
import { type Design, designOf } from "../../../lib/review/design";
import { figuresOf } from "../../../lib/review/figures/figures";
import { egressOf } from "../../../lib/review/figures/traffic";
import { CHAT_8B, LLAMA_70B, p5 } from "../p5-cluster";

const metered = (design: Design) => figuresOf(design).cost.parts.filter((part) => part.metered);
const run = { ...LLAMA_70B, checkpointMinutes: 60 };
const near = designOf(p5(), run);
const far = designOf(p5({ scratch: { availabilityZones: ["us-east-2b"] } }), run);

describe("traffic of the run", () => {
  it("costs nothing in one zone", () => {
    expect(metered(near)).toEqual([]);
    expect(
      assumptionsOf(near, figuresOf(near))
        .map((a) => a.text)
        .join(),
    ).toContain("; excludes traffic and other data in buckets");
  });

  it("is paid at both ends where the file system is in another zone: reads, and checkpoints by the hour", () => {
    const [part, ...others] = metered(far);
    const { data, reliability, cost } = figuresOf(far);
    const bytesPerHour = data!.neededBytesPerSecond * 3600 + reliability!.checkpointBytes.expected;
    expect(others).toEqual([]);
    expect(part?.usdPerHour).toBeCloseTo((2 * 0.01 * bytesPerHour) / 2 ** 30, 6);
    expect(part).toMatchObject({ usdPerHourIdle: 0, kind: "network" });
    expect(cost.usdPerHour - figuresOf(near).cost.usdPerHour).toBeCloseTo(part!.usdPerHour!, 6);
    expect(
      assumptionsOf(far, figuresOf(far))
        .map((a) => a.text)
        .join(),
    ).toContain("; excludes other traffic and");
  });

  it("pays the NAT gateway for a bucket without a gateway endpoint, and not with one", () => {
    const bucketOnly = (objectStorageEndpoint: boolean) =>
      designOf(
        p5({
          pool: { mounts: [] },
          cluster: { fileSystems: [], region: "us-east-1" },
          network: { objectStorageEndpoint },
        }),
        run,
      );
    const [part] = metered(bucketOnly(false));
    const gb = figuresOf(bucketOnly(false)).reliability!.checkpointBytes.expected / 2 ** 30;
    expect(part?.name).toContain("through NAT (S3 bucket data)");
    expect(part?.usdPerHour).toBeGreaterThan(gb * servicePrice("nat-gateway-gb", "us-east-1")!.usd);
    expect(metered(bucketOnly(true))).toEqual([]);
  });
});

describe("egressOf", () => {
  it("bills the workload's egress by the region's tiers, while it works", () => {
    const design = designOf(p5(), { ...CHAT_8B, egressTBPerMonth: 1.024 * 1.073741824 });
    expect(egressOf(design)?.usdPerMonth).toBeCloseTo((1024 - 100) * 0.09, 6);
    expect(metered(design)[0]?.usdPerHour).toBeCloseTo(((1024 - 100) * 0.09) / 730, 6);
  });

  it("names egress without a price instead of counting it as nothing", () => {
    const design = designOf(p5({ cluster: { region: "mars-north-1" } }), { ...CHAT_8B, egressTBPerMonth: 5 });
    expect(figuresOf(design).cost.unpriced).toContain("5 TB per month to the internet");
  });

  it("has nothing to say of a workload that states none, or outside AWS", () => {
    expect(egressOf(near)).toBeNull();
    expect(egressOf(designOf(p5({ cluster: { cloud: "onprem" } }), { ...run, egressTBPerMonth: 5 }))).toBeNull();
  });
});
