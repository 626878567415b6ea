import { checkEach, type Rule } from "../../rule";

export const efaNotSupported: Rule = {
  id: "efa-not-supported",
  area: "fabric",
  severity: "error",
  clouds: ["aws"],
  title: "fabric on an instance type that has no EFA",
  why: "The launch template would ask for EFA interfaces that the instance type does not have, and every launch of the pool fails with `Unsupported`.",
  fix: "Leave `fabric` out for this pool, or take an instance type with EFA.",
  verify:
    "`aws ec2 describe-instance-types --instance-types TYPE --query 'InstanceTypes[].NetworkInfo.EfaSupported'` prints true for a type that has it.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa.html#efa-instance-types",
  check: (design) =>
    checkEach(
      design.pools.filter(({ type, fabric }) => type !== null && fabric?.kind === "efa"),
      ({ pool, path, type }) =>
        type?.maxEfaInterfaces === 0
          ? {
              path: `${path}.instanceType`,
              value: pool.instanceType,
              allowed: "an instance type with EFA where the pool has an EFA fabric",
              fix: "leave fabric out, or use a type with EFA such as g6e.48xlarge, p4d.24xlarge or p5.48xlarge",
            }
          : null,
    ),
};
