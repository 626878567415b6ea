import { servicePrice } from "../../../lib/catalog/prices";
import { designOf } from "../../../lib/review/design";
import { figuresOf } from "../../../lib/review/figures/figures";
import { CHAT_8B, LLAMA_70B, p5 } from "../p5-cluster";
import { serving } from "../ray-cluster";

const inS3 = (...given: Parameters<typeof designOf>) =>
  figuresOf(designOf(...given)).cost.parts.filter(({ name }) => name.includes(" in S3"));
const perGib = servicePrice("s3-standard-gb-month", "us-east-2")!.usd / 730;
const linked = (way: { imports: boolean; exports: boolean }) =>
  p5({ scratch: { dataRepositories: [{ bucket: "data", path: "/data", ...way }] } });

describe("what buckets hold", () => {
  it("is the dataset that Lustre imports, at the region's price, nodes or not", () => {
    const [dataset, ...others] = inS3(linked({ imports: true, exports: false }), { ...LLAMA_70B, datasetGB: 1000 });
    expect(others).toEqual([]);
    expect(dataset?.usdPerHour).toBeCloseTo((1e12 / 2 ** 30) * perGib, 9);
    expect(dataset?.usdPerHourIdle).toBe(dataset?.usdPerHour);
  });

  it("is one checkpoint where Lustre exports, and the name says what more of them cost", () => {
    const [checkpoint, ...others] = inS3(linked({ imports: false, exports: true }), LLAMA_70B);
    expect(others).toEqual([]);
    expect(checkpoint?.name).toMatch(/^920 GiB of checkpoint in S3; add the same for each one retained$/);
    expect(checkpoint?.usdPerHour).toBeCloseTo(920 * perGib, 3);
  });

  it("is nothing where Lustre is tied to no bucket, and without a workload", () => {
    expect(inS3(p5({ scratch: { dataRepositories: [] } }), LLAMA_70B)).toEqual([]);
    expect(inS3(linked({ imports: true, exports: true }))).toEqual([]);
  });

  it("is the weights of a model that a bucket holds", () => {
    const cluster = serving();
    const bucket = { ...p5().buckets[0]!, purpose: "checkpoints" as const };
    expect(inS3({ ...cluster, buckets: [bucket] }, CHAT_8B).map(({ name }) => name)).toEqual([
      "15 GiB of weights in S3",
    ]);
    expect(inS3({ ...cluster, buckets: [] }, CHAT_8B)).toEqual([]);
    const elsewhere = figuresOf(designOf({ ...cluster, cloud: "azure", region: "eastus", buckets: [bucket] }, CHAT_8B));
    expect(elsewhere.cost.parts.map(({ name }) => name)).toContain("15 GiB of weights in Blob Storage");
  });
});
