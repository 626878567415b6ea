import { familyOf } from "./family-files";

/** Why the catalog has no types of a family, and what its users take instead. */
interface LeftOut {
  readonly why: string;
  readonly instead: readonly string[];
}

/**
 * No Region of EC2's DescribeInstanceTypeOfferings names them any more: getmoto/moto@0af643a, 2026-08-22. Of P3, p3dn.24xlarge is left.
 */
const RETIRED = (instead: readonly string[]): LeftOut => ({ why: "EC2 offers it in no Region any more", instead });

/** DescribeInstanceTypes says `NvmeSupport: unsupported` of their EBS volumes (the same dump), and head nodes find theirs as NVMe devices. */
const XEN = (instead: readonly string[]): LeftOut => ({
  why: "it is of a generation whose EBS volumes are not NVMe devices",
  instead,
});

const FAMILIES: Readonly<Record<string, LeftOut>> = {
  p2: RETIRED(["g4dn.xlarge", "g5.xlarge"]),
  p3: RETIRED(["p3dn.24xlarge", "g5.12xlarge", "g6e.xlarge"]),
  g2: RETIRED(["g4dn.xlarge", "g5.xlarge"]),
  g3: RETIRED(["g4dn.xlarge", "g5.xlarge"]),
  g3s: RETIRED(["g4dn.xlarge", "g5.xlarge"]),
  dl1: RETIRED(["p4d.24xlarge"]),
  f1: RETIRED([]),
  c3: XEN(["c5", "c7i"]),
  c4: XEN(["c5", "c7i"]),
  m3: XEN(["m5", "m7i"]),
  m4: XEN(["m5", "m7i"]),
  r3: XEN(["r5", "r7i"]),
  r4: XEN(["r5", "r7i"]),
  d2: XEN(["d3", "d3en"]),
  h1: XEN(["d3", "d3en"]),
  i2: XEN(["i3en", "i4i"]),
  t2: XEN(["t3", "t3a"]),
  x1: XEN(["x2idn"]),
  x1e: XEN(["x2iedn"]),
};

/** "is not in the catalog", and why where that is known of its family. */
export function notInCatalog(instanceType: string): string {
  const why = FAMILIES[familyOf(instanceType)]?.why;
  return why === undefined ? "is not in the catalog" : `is not in the catalog, since ${why}`;
}

/** Types or families to take instead of a family that the catalog leaves out; none where it does not. */
export function familiesInstead(instanceType: string): readonly string[] {
  return FAMILIES[familyOf(instanceType)]?.instead ?? [];
}
