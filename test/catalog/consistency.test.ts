import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { accelerators, findAccelerator } from "../../lib/catalog/accelerators";
import { eksVersions } from "../../lib/catalog/eks";
import { fabricSwitches } from "../../lib/catalog/fabric-switches";
import { acceleratedInstanceTypes, instanceTypes } from "../../lib/catalog/instance-types";
import { nodePowers } from "../../lib/catalog/node-power";
import { openZfsTiers } from "../../lib/catalog/openzfs-tiers";
import { instancePrices } from "../../lib/catalog/prices";
import { serviceQuota } from "../../lib/catalog/service-quotas";
import type { Sourced } from "../../lib/catalog/types";

const DATA = join(__dirname, "../../lib/catalog/data");
const SCHEMAS = join(__dirname, "../../schema/catalog");
const read = <T>(path: string) => JSON.parse(readFileSync(path, "utf8")) as T;

/** Every row of every table, under its file. */
const rows = readdirSync(DATA, { recursive: true }).flatMap((file) => {
  const path = join(DATA, String(file));
  return statSync(path).isDirectory() ? [] : read<Sourced[]>(path).map((row) => ({ file: String(file), row }));
});

const TODAY = new Date().toISOString().slice(0, 10);
const isDay = (day: string) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);

describe("every row of the catalogue", () => {
  it("was checked on a day that exists and has come", () => {
    const bad = rows.filter(
      ({ row }) => !isDay(row.checkedOn) || row.checkedOn > TODAY || row.checkedOn < "2026-01-01",
    );
    expect(bad.map(({ file, row }) => [file, row.checkedOn])).toEqual([]);
  });

  it("names a document as its source: an address, a public file, a paper, a data sheet or AWS's price list", () => {
    const document = /https?:\/\/|\b[\w-]+\/[\w.-]+|arXiv|data ?sheet|product brief|price list|record|paper|guide/i;
    expect(rows.filter(({ row }) => !document.test(row.source)).map(({ file, row }) => [file, row.source])).toEqual([]);
  });

  it("was priced on a day that exists and is no later than the day it was checked", () => {
    const priced = rows.map(({ file, row }) => ({ file, row: row as Sourced & { pricedOn?: string } }));
    const bad = priced.filter(({ row }) => row.pricedOn && (!isDay(row.pricedOn) || row.pricedOn > row.checkedOn));
    expect(bad).toEqual([]);
  });
});

describe("schemas of figures", () => {
  interface Schema {
    readonly type?: string | readonly string[];
    readonly maximum?: number;
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly items?: Schema;
    readonly additionalProperties?: Schema | boolean;
  }
  const unbounded = (schema: Schema, path: string): string[] => [
    ...([schema.type].flat().some((type) => type === "number" || type === "integer") && schema.maximum === undefined
      ? [path]
      : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, field]) => unbounded(field, `${path}.${key}`)),
    ...(schema.items ? unbounded(schema.items, `${path}[]`) : []),
    ...(typeof schema.additionalProperties === "object" ? unbounded(schema.additionalProperties, `${path}.*`) : []),
  ];
  it.each(["instance-types", "accelerators", "instance-prices", "openzfs-tiers", "fabric-switches"])(
    "%s bound every number from above, so that a figure in another unit is refused",
    (name) => {
      expect(unbounded(read<Schema>(join(SCHEMAS, `${name}.schema.json`)), name)).toEqual([]);
    },
  );
});

describe("instance types", () => {
  const all = instanceTypes();
  const breaking = (law: (type: (typeof all)[number]) => boolean) => all.filter((t) => !law(t)).map(({ name }) => name);

  it("are listed once each, in the file of their family", () => {
    const names = readdirSync(join(DATA, "instance-types")).flatMap((file) =>
      read<{ name: string; family: string }[]>(join(DATA, "instance-types", file)).map(({ name, family }) => {
        expect([file, name.split(".")[0]]).toEqual([`${family}.json`, family]);
        return name;
      }),
    );
    expect(names.length).toBe(new Set(names).size);
    expect(names.length).toBeGreaterThan(1200);
  });

  it("with accelerators are those of the families that are known to have them", () => {
    expect(acceleratedInstanceTypes().map(({ name }) => name)).toEqual(
      all.filter((type) => type.accelerator !== null).map(({ name }) => name),
    );
  });

  it("with one card have the bandwidth of that card", () => {
    expect(
      breaking((t) => t.networkCards.length > 1 || t.networkCards.every((c) => c.bandwidthGbps === t.networkGbps)),
    ).toEqual([]);
  });

  it("write at most 64 KiB per operation to EBS at their highest bandwidth", () => {
    const law = ({ ebs }: (typeof all)[number]) =>
      ebs.maximumGbps === null || ebs.maximumIops === null || (ebs.maximumGbps * 1e9) / 8 / ebs.maximumIops <= 65_536;
    expect(breaking(law)).toEqual([]);
  });

  it("have at least as much memory as half of what their accelerators have, and no disk above 30.72 TB", () => {
    const trained = (t: (typeof all)[number]) => /^(p|trn)/.test(t.family) && t.ultraServer === null;
    expect(
      breaking((t) => !trained(t) || t.memoryGiB >= (t.acceleratorCount * (t.acceleratorMemoryGiB ?? 0)) / 2),
    ).toEqual([]);
    expect(breaking((t) => t.localNvme === null || t.localNvme.sizeGB <= 30_720)).toEqual([]);
  });

  it("have topology levels where and only where EC2 answers for their topology", () => {
    expect(breaking((t) => (t.topologyApi === true) === (t.topologyLevels !== null))).toEqual([]);
  });

  it("name quotas that the catalogue has, and one of Capacity Blocks where they are sold in blocks", () => {
    const codes = ({ quota }: (typeof all)[number]) => [quota.onDemand, quota.spot, quota.capacityBlock ?? null];
    const known = (code: string | null) => code === null || serviceQuota(code) !== undefined;
    expect([...new Set(all.flatMap(codes).filter((code) => !known(code)))]).toEqual([]);
    expect(breaking((t) => t.purchase.includes("capacity-block") === (t.quota.capacityBlock !== undefined))).toEqual(
      [],
    );
  });
});

describe("accelerators", () => {
  it("draw 0.3 to 5 W per dense TFLOP/s of 16 bits", () => {
    const bad = accelerators().filter(({ tflops, tdpWatts }) => {
      const flops = tflops.bf16 ?? tflops.fp16;
      return tdpWatts !== null && flops !== null && (tdpWatts / flops < 0.3 || tdpWatts / flops > 5);
    });
    expect(bad.map(({ name }) => name)).toEqual([]);
  });

  it("are at most about four times as fast in each format as in one of twice the width: dense figures, not sparse ones", () => {
    const bad = accelerators().filter(({ tflops }) => {
      const [wide, bytes] = [tflops.bf16 ?? tflops.fp16, Math.max(tflops.fp8 ?? 0, tflops.int8 ?? 0)];
      return (wide !== null && bytes > 4.1 * wide) || (bytes > 0 && (tflops.fp4 ?? 0) > 3.8 * bytes);
    });
    expect(bad.map(({ name }) => name)).toEqual([]);
  });
});

describe("tables of other things", () => {
  it("EKS versions are released, leave standard support and then extended support in that order", () => {
    for (const { name, releasedOn, standardSupportUntil, extendedSupportUntil } of eksVersions()) {
      const days = [releasedOn, standardSupportUntil, extendedSupportUntil].filter((day) => day !== null);
      expect([name, days]).toEqual([name, [...days].sort()]);
    }
  });

  it("OpenZFS tiers have a capacity range that is none the wrong way around, and rising throughputs", () => {
    for (const { deploymentType, minCapacityGiB, maxCapacityGiB, throughputMBps } of openZfsTiers()) {
      expect([deploymentType, minCapacityGiB < maxCapacityGiB]).toEqual([deploymentType, true]);
      expect(throughputMBps).toEqual([...throughputMBps].sort((a, b) => a - b));
    }
  });

  it("switches reach half their ports squared in two tiers", () => {
    const bad = fabricSwitches().filter(({ ports, maxEndpointsTwoTiers }) => maxEndpointsTwoTiers !== ports ** 2 / 2);
    expect(bad.map(({ name }) => name)).toEqual([]);
  });

  it("nodes draw at their most no less than their accelerators", () => {
    const bad = nodePowers().filter((node) => {
      const tdp = findAccelerator(node.accelerator)?.tdpWatts ?? 0;
      return node.nameplateWatts < tdp * node.accelerators;
    });
    expect(bad.map(({ name }) => name)).toEqual([]);
  });

  it("prices of one type, purchase and region are given once", () => {
    const keys = instancePrices().map((price) => `${price.instanceType} ${price.purchase} ${price.region}`);
    expect(keys.length - new Set(keys).size).toBe(0);
  });
});
