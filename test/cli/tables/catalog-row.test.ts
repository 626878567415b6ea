import { findAccelerator } from "../../../lib/catalog/accelerators";
import { findInstanceType } from "../../../lib/catalog/instance-types";
import { findModelArchitecture } from "../../../lib/catalog/models";
import { acceleratorFigures, type Figure, modelFigures, typeFigures } from "../../../lib/cli/tables/catalog-row";

const figure = (figures: readonly Figure[], name: string) => figures.find(([key]) => key === name)?.[1];

describe("typeFigures", () => {
  const p5 = typeFigures(findInstanceType("p5.48xlarge")!);

  it("says what a cluster is designed with, alike cards in one line", () => {
    expect(figure(p5, "accelerators")).toBe("8 x H100-SXM-80GB, 80 GiB each");
    expect(figure(p5, "fabric")).toBe("EFA v2, up to 32 interfaces, 3,200 Gb/s in total");
    expect(figure(p5, "network cards")).toBe("32 (EFA and IP, 100 Gb/s each, up to 2 interfaces each)");
    expect(figure(p5, "purchase options")).toBe("On-Demand, Spot, Capacity Block, Reserved Instances, Savings Plans");
  });

  it("gives dated prices of every Region, or of the Region asked for", () => {
    const inOhio = typeFigures(findInstanceType("p5.48xlarge")!, "us-east-2").filter(([name]) => /USD\/h/.test(name));
    expect(p5.filter(([name]) => /USD\/h \(20\d\d-\d\d-\d\d\)$/.test(name)).length).toBeGreaterThan(inOhio.length);
    expect(inOhio.map(([, prices]) => prices!.split(" ")[0])).toEqual(["us-east-2", "us-east-2"]);
    expect(figure(typeFigures(findInstanceType("p5.48xlarge")!, "eu-south-1"), "prices")).toBe("unknown in eu-south-1");
  });

  it("leaves open what a vendor does not publish", () => {
    expect(figure(typeFigures(findInstanceType("trn1.32xlarge")!), "GPUDirect RDMA")).toBeNull();
  });

  it("names InfiniBand of Azure, and cards without EFA", () => {
    const azure = typeFigures(findInstanceType("Standard_ND96isr_H100_v5")!);
    expect(figure(azure, "fabric")).toBe("8 InfiniBand NDR devices, 400 Gb/s each");
    expect(figure(azure, "network cards")).toBe("1 (IP only, 80 Gb/s each, up to 8 interfaces each)");
  });
});

describe("acceleratorFigures and modelFigures", () => {
  it("say throughput by number format, and what a model is made of", () => {
    expect(figure(acceleratorFigures(findAccelerator("H100-SXM-80GB")!), "dense TFLOP/s")).toContain("bf16 989.4");
    const mixtral = modelFigures(findModelArchitecture("mixtral-8x7b")!);
    expect(figure(mixtral, "parameters")).toBe("46.7 billion");
    expect(figure(mixtral, "experts")).toBe("8 per layer, 2 per token");
  });
});
