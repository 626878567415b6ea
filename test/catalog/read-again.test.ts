import {
  accelerator,
  chart,
  findEksVersion,
  instancePrice,
  instanceType,
  instanceTypes,
  serviceQuota,
} from "../../lib/catalog/index";

// Cells that were once wrong or missing, each with what its source says.
describe("the catalog, read again,", () => {
  // https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html
  it.each([
    ["1.35", "2026-01-27", "2027-03-27", "2028-03-27"],
    ["1.36", "2026-06-02", "2027-08-02", "2028-08-02"],
  ])("has the calendar of Kubernetes %s", (version, releasedOn, standardSupportUntil, extendedSupportUntil) => {
    expect(findEksVersion(version)).toMatchObject({ releasedOn, standardSupportUntil, extendedSupportUntil });
  });

  // https://aws.amazon.com/ec2/capacityblocks/pricing/, in force since 2026-10-07; Trainium and GB200 as before
  it.each([
    ["p4d.24xlarge", "us-east-1", 1.696],
    ["p4de.24xlarge", "us-east-1", 2.546],
    ["p5.4xlarge", "us-east-1", 5.97],
    ["p5.48xlarge", "us-east-1", 5.97],
    ["p5e.48xlarge", "us-east-2", 6.866],
    ["p5en.48xlarge", "us-east-2", 7.895],
    ["p6-b200.48xlarge", "us-east-2", 14.208],
    ["p6-b300.48xlarge", "us-west-2", 16.146],
    ["p6e-gb200.36xlarge", "us-east-1", 10.582],
    ["trn1.32xlarge", "us-east-2", 0.59575],
    ["trn2.48xlarge", "us-east-2", 2.235],
  ])("has block prices per accelerator of %s", (type, region, usd) => {
    const { usdPerHour } = instancePrice(type, "capacity-block", region)!;
    expect(Math.round((usdPerHour / instanceType(type).acceleratorCount) * 1000) / 1000).toBeCloseTo(usd, 2);
  });

  // skypilot-org/skypilot-catalog@00148f2 aws/vms.csv
  it.each([
    ["g6e.4xlarge", "eu-central-1", 3.75651],
    ["g6e.16xlarge", "eu-central-1", 9.47454],
    ["g6e.16xlarge", "ap-northeast-1", 10.98917],
  ])("has the price of %s in %s", (type, region, usd) => {
    expect(instancePrice(type, "on-demand", region)?.usdPerHour).toBe(usd);
  });

  // 820 GiB/s: https://awsdocs-neuron.readthedocs-hosted.com/en/latest/about-neuron/arch/neuron-hardware/trainium.html
  it.each(["Trainium1-32GB", "Inferentia2-32GB"])("has the bandwidth of %s in units of 10^9 bytes", (name) => {
    expect(Math.abs(accelerator(name).memoryBandwidthGBps! - (820 * 2 ** 30) / 1e9)).toBeLessThan(1);
  });

  it.each([
    ["the links of Trainium1", () => accelerator("Trainium1-32GB").note, /384 GB\/s/],
    ["EFA of GB200", () => instanceType("p6e-gb200.36xlarge").note, /EFAv4/],
  ])("notes where AWS's own pages differ: %s", (_, note, words) => {
    expect(note()).toMatch(words);
  });

  // Chart.yaml of the pinned versions
  it.each([
    ["keda", "1.23"],
    ["gpu-operator", "1.16"],
    ["nvidia-device-plugin", "1.10"],
    ["dcgm-exporter", "1.19"],
  ])("has the least Kubernetes version that the chart of %s names", (name, minKubernetes) => {
    expect(chart(name).minKubernetes).toBe(minKubernetes);
  });

  // https://docs.aws.amazon.com/ec2/latest/instancetypes/ec2-instance-quotas.html and the service's list
  it.each([
    ["L-1216C47A", 5],
    ["L-417A185B", 0],
    ["L-DB2E81BA", 0],
    ["L-F7808C92", 0],
    ["L-2C8F52B3", 0],
    ["L-CFF3E941", 0],
    ["L-DA6814F2", 0],
    ["L-C45F30BC", 0],
    ["L-4F9BB70B", 0],
    ["L-8B23CEF3", 0],
    ["L-9C38E5AB", 0],
    ["L-FCF0179E", 0],
    ["L-2E30FD7D", 0],
    ["L-64569A79", 0],
  ])("has the quota %s, of which accounts start with %d", (code, least) => {
    expect(serviceQuota(code)).toMatchObject({ default: least });
  });

  it("has every family that a cluster uses", () => {
    const has = new Set(instanceTypes().map(({ family }) => family));
    const accelerated =
      "g4ad g4dn g5 g5g g6 g6e g6f g7 gr6 gr6f inf1 inf2 p3dn p4d p4de p5 p5e p5en p6-b200 p6-b300 trn1 trn2";
    const general = "m5 c5 r5 i3en i7ie i8g m6in r6in c7gn m8g c8g r8g m8i c8i r8i m8a c8gn m8gn c8in m9g c9g hpc7a";
    expect(`${accelerated} ${general}`.split(" ").filter((family) => !has.has(family))).toEqual([]);
    expect(instanceTypes().some(({ name }) => name.includes("metal"))).toBe(true);
  });
});
