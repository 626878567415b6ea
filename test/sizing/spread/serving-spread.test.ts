import { accelerator } from "../../../lib/catalog/accelerators";
import { modelArchitecture } from "../../../lib/catalog/models";
import { servingFamily } from "../../../lib/sizing/spread/families";
import { publishedSpread } from "../../../lib/sizing/spread/published-spread";
import { servingSpread } from "../../../lib/sizing/spread/serving-spread";

const dense = [modelArchitecture("llama-3.1-70b"), accelerator("H100-SXM-80GB"), "fp8"] as const;

describe("servingSpread", () => {
  it("is that of tuned benchmarks unless told otherwise", () => {
    expect(servingSpread("throughput", ...dense)).toEqual(publishedSpread(servingFamily("throughput", ...dense)));
  });

  it("reaches from the slowest engine with default options to the fastest tuned one", () => {
    const tuned = servingSpread("throughput", ...dense);
    const byDefault = servingSpread("throughput", ...dense, "default");
    expect(byDefault.low).toBeLessThan(0.5 * tuned.low);
    expect(byDefault.high).toBe(tuned.high);
  });

  it("knows no time to first token by options, which the server around the engine adds to", () => {
    expect(servingSpread("first-token", ...dense, "default")).toEqual(servingSpread("first-token", ...dense));
  });
});
