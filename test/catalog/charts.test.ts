import { chart, charts } from "../../lib/catalog/charts";
import { DEFAULT_EKS_VERSION, eksAddOns, eksVersions, findEksVersion } from "../../lib/catalog/eks";

describe("chart", () => {
  it("suggests the nearest name for an unknown chart", () => {
    expect(() => chart("kueu")).toThrow('chart: "kueu" is not in the catalog; nearest are kueue');
  });

  it("has a source, a date and a repository for every chart", () => {
    for (const row of charts()) {
      expect(row.source).not.toBe("");
      expect(row.checkedOn).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(row.repository).toMatch(/^(https|oci):\/\//);
    }
  });

  it("says why where no version is known", () => {
    expect(
      charts()
        .filter((row) => row.version === null)
        .every((row) => row.note !== undefined),
    ).toBe(true);
  });
});

describe("eksVersions", () => {
  it("goes from old to new without a gap", () => {
    const minors = eksVersions().map(({ name }) => Number(name.split(".")[1]));
    expect(minors).toEqual(minors.map((_, i) => minors[0]! + i));
  });

  it("has the default among its rows, in standard support on the day of the last check", () => {
    const row = findEksVersion(DEFAULT_EKS_VERSION)!;
    expect(row.standardSupportUntil! > row.checkedOn).toBe(true);
  });

  it("supports no version whose extended support had ended on the day of the last check", () => {
    const lastCheck = eksVersions()
      .map(({ checkedOn }) => checkedOn)
      .sort()
      .at(-1)!;
    for (const row of eksVersions()) expect((row.extendedSupportUntil ?? "9999") > lastCheck).toBe(true);
  });
});

describe("eksAddOns", () => {
  it("pins builds for supported Kubernetes versions alone, each with its record", () => {
    for (const row of eksAddOns())
      for (const [kubernetes, { version, source }] of Object.entries(row.versions)) {
        expect(findEksVersion(kubernetes)).toBeDefined();
        expect(version).toMatch(/^v\d+\.\d+\.\d+-eksbuild\.\d+$/);
        expect(source.length).toBeGreaterThan(20);
      }
  });

  it("pins every add-on for the default Kubernetes version, and says why where a version has no pin", () => {
    for (const row of eksAddOns()) {
      expect(row.versions[DEFAULT_EKS_VERSION]).toBeDefined();
      const missing = eksVersions().filter(({ name }) => row.versions[name] === undefined);
      expect(missing.length === 0 || row.note !== undefined).toBe(true);
    }
  });

  it("starts kube-proxy of the cluster's own Kubernetes version", () => {
    const { versions } = eksAddOns().find(({ name }) => name === "kube-proxy")!;
    for (const [kubernetes, { version }] of Object.entries(versions))
      expect(version.startsWith(`v${kubernetes}.`)).toBe(true);
  });

  it("puts networking and pod identity before the nodes", () => {
    expect(
      eksAddOns()
        .filter((row) => row.beforeNodes)
        .map(({ name }) => name),
    ).toEqual(["vpc-cni", "kube-proxy", "eks-pod-identity-agent"]);
  });
});
