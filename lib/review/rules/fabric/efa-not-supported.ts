import { efaInterfaces } from "../../../catalog/instance-types";
import { leaveOut } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const efaNotSupported: Rule = {
  id: "efa-not-supported",
  area: "fabric",
  severity: "error",
  clouds: ["aws"],
  title: "Fabric on an instance type without EFA",
  why: "The launch template requests EFA interfaces that the instance type does not have, so every launch fails with `Unsupported`.",
  fix: "Omit `fabric` on this pool, or use an instance type with EFA.",
  verify:
    "`aws ec2 describe-instance-types --instance-types TYPE --query 'InstanceTypes[].NetworkInfo.EfaSupported'` prints true for types with EFA.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa.html#efa-instance-types",
  check: (design) =>
    checkEach(
      design.pools.filter(({ type, fabric }) => type !== null && fabric?.kind === "efa"),
      ({ pool, path, type }) =>
        type !== null && efaInterfaces(type) === 0
          ? {
              path: `${path}.instanceType`,
              value: pool.instanceType,
              allowed: "an EFA-capable instance type for a pool with an EFA fabric",
              fix: [leaveOut("fabric"), "use a type with EFA such as g6e.48xlarge, p4d.24xlarge or p5.48xlarge"],
            }
          : null,
    ),
};
