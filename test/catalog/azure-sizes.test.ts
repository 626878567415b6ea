import { findAccelerator } from "../../lib/catalog/accelerators";
import { azureSizes } from "../../lib/catalog/azure/azure-sizes";
import { azureInstanceTypes, findInstanceType, hasFabric, instanceType } from "../../lib/catalog/instance-types";
import { instancePrice, pricedRegions } from "../../lib/catalog/prices";
import { AZURE_REGIONS } from "../../lib/catalog/regions";

describe("Azure's sizes", () => {
  it("are instance types with InfiniBand, whose bandwidth is not that of their Ethernet", () => {
    const h100 = instanceType("Standard_ND96isr_H100_v5");
    expect(h100).toMatchObject({ networkGbps: 3200, vcpus: 96, acceleratorCount: 8 });
    expect(h100).not.toHaveProperty("aws");
    expect(h100.infiniband).toEqual({ devices: 8, gbpsPerDevice: 400, generation: "NDR" });
    expect(h100.networkCards).toEqual([{ index: 0, maxInterfaces: 8, ena: true, efa: false, bandwidthGbps: 80 }]);
  });

  it("have a fabric where and only where an ND name has the r of RDMA", () => {
    for (const type of azureInstanceTypes()) {
      expect([type.name, hasFabric(type)]).toEqual([type.name, /_ND\d+[a-z]*r/.test(type.name)]);
    }
    expect(hasFabric(instanceType("p5.48xlarge"))).toBe(true);
    expect(findInstanceType("Standard_ND96is_H100_v5")).toBeUndefined();
    expect(() => instanceType("Standard_ND96is_H100_v5")).toThrow(/nearest are Standard_ND96isr_H100_v5/);
  });

  it("name accelerators of the catalog, racks of 18 where NVLink spans one, and quotas once per series", () => {
    const families = new Map(azureSizes().map(({ series, quotaFamily }) => [series, quotaFamily]));
    for (const { accelerator, name, rackNodes, interconnect, acceleratorCount, series, quotaFamily } of azureSizes()) {
      // a preflight cannot ask for a quota without a name
      expect([name, quotaFamily]).toEqual([name, families.get(series) ?? "a family"]);
      expect([name, accelerator === null || findAccelerator(accelerator) !== undefined]).toEqual([name, true]);
      const wide = (interconnect?.accelerators ?? 0) > acceleratorCount;
      expect([name, rackNodes]).toEqual([name, wide ? 18 : null]);
    }
  });

  it("have prices in Azure's Regions alone, and none where no dated price was read", () => {
    expect(instancePrice("Standard_ND96isr_H100_v5", "on-demand", "eastus")).toMatchObject({
      usdPerHour: 98.32,
      pricedOn: "2026-11-09",
    });
    expect(instancePrice("Standard_ND128isr_NDR_GB200_v6", "on-demand", "eastus2")).toMatchObject({
      usdPerHour: 108.16,
      pricedOn: "2026-10-07",
    });
    expect(instancePrice("Standard_ND96isr_H100_v5", "on-demand", "eastus2")).toMatchObject({ usdPerHour: 98.32 });
    expect(instancePrice("Standard_ND96isr_H100_v5", "spot", "eastus2")?.usdPerHour).toBeCloseTo(18.17, 2);
    expect(pricedRegions("Standard_ND96isr_H200_v5")).toEqual(["eastus2"]);
    expect(pricedRegions("Standard_ND96isr_MI300X_v5")).toEqual([]);
    const regions = azureSizes().flatMap(({ name }) => pricedRegions(name));
    expect(regions.filter((region) => !AZURE_REGIONS.includes(region))).toEqual([]);
  });
});
