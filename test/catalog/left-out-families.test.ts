import { findInstanceType, instanceType, nearestInstanceTypes } from "../../lib/catalog/instance-types";
import { familiesInstead, notInCatalog } from "../../lib/catalog/left-out-families";
import { messageOf } from "../clouds/aws/synthesized";

describe("families that the catalog leaves out", () => {
  it.each([
    ["p3.2xlarge", "EC2 offers it in no Region any more", ["p3dn.24xlarge", "g5.12xlarge", "g6e.xlarge"]],
    ["c4.8xlarge", "it is of a generation whose EBS volumes are not NVMe devices", ["c5.18xlarge", "c7i.8xlarge"]],
    ["t2.micro", "it is of a generation whose EBS volumes are not NVMe devices", ["t3.micro", "t3a.micro"]],
  ])("are answered with the reason and with types instead: %s", (name, why, instead) => {
    expect(notInCatalog(name)).toBe(`is not in the catalog, since ${why}`);
    expect(messageOf(() => instanceType(name))).toContain(`"${name}" is not in the catalog, since ${why}; nearest are`);
    for (const type of nearestInstanceTypes(name)) expect(findInstanceType(type)).toBeDefined();
    expect(nearestInstanceTypes(name)).toHaveLength(instead.length);
  });

  it("are not those of types that the catalog has", () => {
    expect(familiesInstead("p3dn.24xlarge")).toEqual([]);
    expect(notInCatalog("p5.47xlarge")).toBe("is not in the catalog");
    expect(notInCatalog("misspelt")).toBe("is not in the catalog");
  });
});
