import { accelerator } from "../../lib/catalog/accelerators";
import { efaInstanceTypes, instanceType, instanceTypes } from "../../lib/catalog/instance-types";
import type { InstanceType, NetworkCard } from "../../lib/catalog/types";
import { ultraServers } from "../../lib/catalog/ultra-servers";

/** Names of the types that break a law; a law that nothing is tested by would prove nothing. */
function breaking(types: readonly InstanceType[], law: (type: InstanceType) => boolean): string[] {
  expect(types.length).toBeGreaterThan(0);
  return types.filter((type) => !law(type)).map(({ name }) => name);
}

/** Volta, which NVIDIA's open modules do not drive; AMD's and the GRID driver, which no image brings. */
const WITHOUT_IMAGE = new Set(["p3", "p3dn", "g4ad", "g6f", "gr6f"]);

const all = instanceTypes();
const accelerated = all.filter((type) => type.accelerator !== null);
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
const bandwidth = (cards: readonly NetworkCard[]) => sum(cards.map((card) => card.bandwidthGbps!));

describe("network cards of the catalogue", () => {
  it("are counted from 0 without a gap", () => {
    expect(breaking(all, (t) => t.networkCards.every((card, i) => card.index === i))).toEqual([]);
  });

  it("offer as many EFA cards as the type takes EFAs", () => {
    expect(breaking(all, (t) => t.networkCards.filter((card) => card.efa).length === t.maxEfaInterfaces)).toEqual([]);
  });

  it("take an interface that speaks IP on card 0, the primary one", () => {
    expect(breaking(all, (t) => t.networkCards[0]!.ena)).toEqual([]);
  });

  it("take one interface only where they speak no IP", () => {
    const efaOnly = all.filter((t) => t.networkCards.some((card) => !card.ena));
    expect(breaking(efaOnly, (t) => t.networkCards.every((c) => c.ena || (c.efa && c.maxInterfaces === 1)))).toEqual(
      [],
    );
  });

  it("add up to the bandwidth of the type; card 0 of p6-b300 and p6e-gb200 has no EFA and is apart from it", () => {
    const several = all.filter((t) => t.networkCards.length > 1);
    expect(
      breaking(several, (t) => {
        const cards = t.family === "p6e-gb200" ? t.networkCards.filter((card) => !card.ena) : t.networkCards;
        return bandwidth(cards.filter((card) => card.efa)) === t.networkGbps;
      }),
    ).toEqual([]);
  });

  it("give EFA no more than the type has, and RDMA write only with RDMA read", () => {
    expect(breaking(efaInstanceTypes(), (t) => t.efa !== null && t.efa.gbps <= t.networkGbps)).toEqual([]);
    expect(breaking(efaInstanceTypes(), (t) => t.efa!.rdmaRead !== false || !t.efa!.rdmaWrite)).toEqual([]);
    expect(breaking(all, (t) => (t.efa === null) === (t.maxEfaInterfaces === 0))).toEqual([]);
  });

  it("burst only above their baseline", () => {
    expect(breaking(all, (t) => t.networkIsBurst === t.networkBaselineGbps < t.networkGbps)).toEqual([]);
    expect(breaking(all, (t) => t.networkBaselineGbps <= t.networkGbps)).toEqual([]);
  });
});

describe("processors, memory and disks of the catalogue", () => {
  it("have sockets x cores x threads vCPUs where the layout is known", () => {
    const known = all.filter((t) => t.cpu.sockets !== null);
    expect(breaking(known, (t) => t.cpu.sockets! * t.cpu.coresPerSocket! * t.cpu.threadsPerCore === t.vcpus)).toEqual(
      [],
    );
    expect(known.filter((t) => t.accelerator !== null).length).toBeGreaterThan(40);
  });

  it("have whole NUMA nodes: threads divide over them, and a node holds no part of two sockets", () => {
    const known = all.filter((t) => t.cpu.numaNodes !== null && t.cpu.sockets !== null);
    expect(breaking(known, (t) => t.vcpus % t.cpu.numaNodes! === 0 && t.cpu.numaNodes! >= t.cpu.sockets!)).toEqual([]);
  });

  it("run arm64 where and only where the processor is AWS's or NVIDIA's, with one thread a core", () => {
    const arm = (t: InstanceType) => t.cpu.model === null || /Graviton|Grace/.test(t.cpu.model);
    expect(breaking(all, (t) => t.architecture === "x86_64" || (arm(t) && t.cpu.threadsPerCore === 1))).toEqual([]);
    expect(breaking(all, (t) => t.architecture === "arm64" || !/Graviton|Grace/.test(t.cpu.model ?? ""))).toEqual([]);
  });

  it("grow with the size inside a family: more vCPUs never mean less memory", () => {
    for (const family of new Set(all.map((t) => t.family))) {
      const sizes = all
        .filter((t) => t.family === family)
        .sort((a, b) => a.vcpus - b.vcpus || a.memoryGiB - b.memoryGiB);
      const memory = sizes.map((t) => t.memoryGiB);
      expect([family, memory]).toEqual([family, [...memory].sort((a, b) => a - b)]);
    }
  });

  it("reach with EBS at least their baseline", () => {
    expect(
      breaking(
        all,
        ({ ebs }) => ebs.maximumGbps! >= ebs.baselineGbps! && (ebs.maximumIops ?? 0) >= (ebs.baselineIops ?? 0),
      ),
    ).toEqual([]);
  });
});

describe("accelerators of the instance types", () => {
  it("exist, and show at most 12 % less memory than their nominal figure", () => {
    expect(
      breaking(accelerated, (t) => {
        const nominal = accelerator(t.accelerator!).memoryGiB;
        return t.acceleratorMemoryGiB! <= nominal && t.acceleratorMemoryGiB! >= nominal * 0.88;
      }),
    ).toEqual([]);
  });

  // Totals as EC2's pages state them: https://docs.aws.amazon.com/ec2/latest/instancetypes/ac.html
  it.each([
    ["p4d.24xlarge", 320],
    ["p4de.24xlarge", 640],
    ["p5.48xlarge", 640],
    ["p5e.48xlarge", 1128],
    ["p5en.48xlarge", 1128],
    ["p6-b200.48xlarge", 1432],
    ["p6-b300.48xlarge", 2144],
    ["p6e-gb200.36xlarge", 740],
    ["g6e.48xlarge", 352],
    ["g7e.48xlarge", 768],
    ["trn1.32xlarge", 512],
    ["trn2.48xlarge", 1536],
    ["inf2.48xlarge", 384],
  ])("%s has %d GiB on all of them", (name, gib) => {
    const type = instanceType(name);
    expect(type.acceleratorCount * type.acceleratorMemoryGiB!).toBe(gib);
  });

  it("are counted where and only where there is one", () => {
    expect(breaking(all, (t) => (t.accelerator === null) === (t.acceleratorCount === 0))).toEqual([]);
  });

  it("share a link no faster than the accelerator's, in a domain of all of them or of the UltraServer", () => {
    const linked = accelerated.filter((t) => t.interconnect !== null);
    expect(
      breaking(linked, (t) => {
        const own = accelerator(t.accelerator!).linkGBps!;
        const domain = t.ultraServer?.accelerators ?? t.acceleratorCount;
        return t.interconnect!.gbPerSecondPerAccelerator! <= own && t.interconnect!.accelerators === domain;
      }),
    ).toEqual([]);
  });

  it("have a quota of their own family, and GPUs an image that knows their driver", () => {
    const bought = accelerated.filter((t) => t.purchase.includes("on-demand"));
    expect(breaking(bought, (t) => t.quota.onDemand !== null)).toEqual([]);
    expect(breaking(accelerated, (t) => WITHOUT_IMAGE.has(t.family) || t.images.eks.length > 0)).toEqual([]);
  });
});

describe("UltraServers", () => {
  it("hold whole instances of a type that names the largest of them", () => {
    for (const server of ultraServers()) {
      const type = instanceType(server.instanceType);
      expect([server.name, server.instances * type.acceleratorCount]).toEqual([server.name, server.accelerators]);
      expect(type.ultraServer!.accelerators).toBeGreaterThanOrEqual(server.accelerators);
    }
    const named = all.filter((t) => t.ultraServer !== null);
    expect(breaking(named, (t) => ultraServers().some((s) => s.name === t.ultraServer!.name))).toEqual([]);
  });
});
