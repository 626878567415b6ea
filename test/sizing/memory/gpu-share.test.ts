import { accelerator } from "../../../lib/catalog/accelerators";
import { gpuShare } from "../../../lib/sizing/memory/gpu-share";
import { GB, GIB } from "../../../lib/units/bytes";

const h100 = accelerator("H100-SXM-80GB");

describe("gpuShare", () => {
  // https://docs.nvidia.com/datacenter/tesla/mig-user-guide/supported-mig-profiles.html: fractions of memory and of SMs
  it.each([
    ["A100-SXM-40GB", "1g.5gb", 5, 1 / 8, 1 / 7],
    ["H100-SXM-80GB", "1g.10gb", 10, 1 / 8, 1 / 7],
    ["H100-SXM-80GB", "1g.20gb", 20, 1 / 4, 1 / 7],
    ["H100-SXM-80GB", "3g.40gb", 40, 1 / 2, 3 / 7],
    ["H200-SXM-141GB", "1g.18gb", 18, 1 / 8, 1 / 7],
    ["H200-SXM-141GB", "4g.71gb", 71, 1 / 2, 4 / 7],
    ["RTX-PRO-6000-96GB", "1g.24gb", 24, 1 / 4, 1 / 4],
  ])(
    "gives %s by MIG %s %d GB, %f of the bandwidth and %f of the compute",
    (name, profile, memoryGB, memory, compute) => {
      const whole = accelerator(name);
      const { accelerator: part } = gpuShare(whole, { kind: "mig", profile, instancesPerGpu: 1 })!;
      expect((part.memoryGiB * GIB) / GB).toBeCloseTo(memoryGB, 6);
      expect(part.memoryBandwidthGBps).toBeCloseTo(whole.memoryBandwidthGBps! * memory, 6);
      expect(part.tflops.bf16).toBeCloseTo(whole.tflops.bf16! * compute, 6);
    },
  );

  it("gives each of four that take turns a quarter of everything", () => {
    const share = gpuShare(h100, { kind: "time-slicing", replicas: 4 })!;
    expect(share).toMatchObject({ perGpu: 4, name: "1/4" });
    expect(share.accelerator).toMatchObject({ memoryGiB: 20, memoryBandwidthGBps: 837.5 });
    expect(share.accelerator.tflops.fp64).toBeCloseTo(h100.tflops.fp64! / 4, 6);
  });

  it("leaves whole GPUs, and rates that are not known, as they are", () => {
    expect(gpuShare(h100, { kind: "none" })).toEqual({ accelerator: h100, perGpu: 1, name: null });
    expect(gpuShare(h100, { kind: "mps", replicas: 2 })!.accelerator.tflops.fp4).toBeNull();
  });

  it("is undefined for a profile that the GPU does not have", () => {
    expect(gpuShare(h100, { kind: "mig", profile: "1g.5gb", instancesPerGpu: 7 })).toBeUndefined();
  });
});
