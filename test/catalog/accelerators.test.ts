import { accelerator, accelerators, findAccelerator } from "../../lib/catalog/accelerators";
import type { Accelerator } from "../../lib/catalog/types";

const nvidia = accelerators().filter(({ vendor }) => vendor === "nvidia");
const ratio = (row: Accelerator, above: keyof Accelerator["tflops"], below: keyof Accelerator["tflops"]) =>
  row.tflops[above]! / row.tflops[below]!;

describe("accelerators", () => {
  // Dense figures of the vendors' whitepapers and data sheets, TFLOP/s.
  it.each([
    ["H100-SXM-80GB", 989.4],
    ["H100-PCIe-80GB", 756],
    ["H200-SXM-141GB", 989.4],
    ["A100-SXM-40GB", 312],
    ["B200-SXM-180GB", 2250],
    ["GB200-186GB", 2500],
    ["L40S-48GB", 362.05],
    ["L4-24GB", 121],
    ["A10G-24GB", 70],
    ["MI300X-192GB", 1307.4],
    ["RTX-4090-24GB", 165.2],
    ["RTX-5090-32GB", 209.5],
    ["Trainium2-96GB", 667],
  ])("gives %s %d TFLOP/s of dense bf16", (name, tflops) => {
    expect(accelerator(name).tflops.bf16).toBe(tflops);
  });

  it("gives fp16 and bf16 the same rate on all that have both", () => {
    for (const row of accelerators().filter((r) => r.tflops.bf16 !== null))
      expect([row.name, row.tflops.fp16]).toEqual([row.name, row.tflops.bf16]);
  });

  it("doubles from tf32 to bf16 to fp8 on NVIDIA's data-centre GPUs", () => {
    const rows = nvidia.filter(
      (row) => /^(A100|A30|H100|H200|B200|B300|GB200|GB300|L40S|L4)-/.test(row.name) && row.tflops.bf16 !== null,
    );
    expect(rows.length).toBeGreaterThanOrEqual(14);
    for (const row of rows) {
      expect([row.name, Math.round(ratio(row, "bf16", "tf32") * 50) / 50]).toEqual([row.name, expect.closeTo(2, 1)]);
      if (row.tflops.fp8 !== null)
        expect([row.name, ratio(row, "fp8", "bf16")]).toEqual([row.name, expect.closeTo(2, 1)]);
    }
  });

  it("has fp8 from Ada and Hopper on, fp4 from Blackwell and CDNA4 on, and no bf16 before Ampere", () => {
    const withFp8 = /Ada|Hopper|Blackwell|CDNA[34]|Trainium|Inferentia2/;
    const measured = accelerators().filter(({ tflops }) => Object.values(tflops).some((figure) => figure !== null));
    expect(measured.length).toBeGreaterThan(30);
    for (const row of measured) {
      expect([row.name, row.tflops.fp8 !== null]).toEqual([row.name, withFp8.test(row.architecture)]);
      expect([row.name, row.tflops.fp4 !== null]).toEqual([
        row.name,
        /Blackwell|CDNA4|Trainium3/.test(row.architecture),
      ]);
      if (/Volta|Turing/.test(row.architecture)) expect([row.name, row.tflops.bf16]).toEqual([row.name, null]);
    }
  });

  it("never counts sparsity: bf16 is at most 0.5 TFLOP/s for each GB/s of memory bandwidth on HBM", () => {
    const hbm = accelerators().filter((row) => row.memoryType?.startsWith("HBM") && row.tflops.bf16 !== null);
    for (const row of hbm) {
      const share = row.tflops.bf16! / row.memoryBandwidthGBps!;
      expect([row.name, share < 0.5 && share > 0.1]).toEqual([row.name, true]);
    }
  });

  it("has what nvidia-smi shows of graphics memory with ECC", () => {
    const shown = ["L40S-48GB", "L4-24GB", "A10G-24GB"].map((name) => Math.ceil(accelerator(name).memoryGiB * 1024));
    expect(shown).toEqual([46_060, 23_030, 23_020]);
  });

  it("names the memory that the row states, or that is fitted where programs have less", () => {
    for (const row of accelerators()) {
      const named = Number(/-(\d+)GB$/.exec(row.name)![1]);
      const whole = row.migProfiles.find(({ name }) => name === `7g.${row.memoryGiB}gb`);
      const less = whole !== undefined || row.note?.includes(`MiB of ${named} GiB fitted`);
      expect([row.name, named === row.memoryGiB || (named > row.memoryGiB && less)]).toEqual([row.name, true]);
    }
  });

  it("gives the architecture's compute capability to every NVIDIA GPU and to no other", () => {
    const first = { Volta: 7, Turing: 7, Ampere: 8, "Ada Lovelace": 8, Hopper: 9 } as Record<string, number>;
    for (const row of nvidia) {
      const major = Number(row.computeCapability!.split(".")[0]);
      expect([row.name, first[row.architecture] ?? major]).toEqual([row.name, major]);
    }
    for (const row of accelerators().filter(({ vendor }) => vendor !== "nvidia"))
      expect([row.name, row.computeCapability]).toEqual([row.name, null]);
  });

  it("is sorted by name, once each", () => {
    const names = accelerators().map(({ name }) => name);
    expect(names).toEqual([...new Set(names)].sort());
  });

  it("throws for a name that nothing has, and finds nothing", () => {
    expect(() => accelerator("H100-SXM-8GB")).toThrow(/nearest are H100-SXM-80GB/);
    expect(findAccelerator("H100-SXM-8GB")).toBeUndefined();
  });
});

describe("MIG profiles", () => {
  const profiles = accelerators().flatMap((row) => row.migProfiles.map((profile) => ({ row, ...profile })));

  it("exist on A30, A100, H100, H200, Blackwell data-centre and RTX PRO GPUs with MIG only", () => {
    const names = accelerators()
      .filter(({ migProfiles }) => migProfiles.length > 0)
      .map(({ name }) => name);
    const expected = accelerators().filter(({ name }) =>
      /^(A30|A100|H100|H200|B200|B300|GB200|GB300|RTX-PRO-6000)/.test(name),
    );
    expect(names).toEqual(expected.map(({ name }) => name));
  });

  it("fit: all instances of a profile hold no more than the GPU's memory and its slices", () => {
    for (const { row, name, maxInstances, memoryGB } of profiles) {
      const slices = Math.max(...row.migProfiles.map((profile) => Number(profile.name[0])));
      // Names round memory up to the next GB: 7 x 23 of a B200's 180, 4 x 47 of a GB200's 186.
      expect([row.name, name, (memoryGB - 1) * maxInstances < row.memoryGiB]).toEqual([row.name, name, true]);
      expect([row.name, name, Number(name[0]) * maxInstances <= slices]).toEqual([row.name, name, true]);
    }
  });

  it("are named by slices and memory", () => {
    for (const { name, memoryGB } of profiles) expect(name).toMatch(new RegExp(`^\\dg\\.${memoryGB}gb([+-][a-z.]+)?$`));
  });
});
