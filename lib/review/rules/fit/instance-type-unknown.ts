import { nearestInstanceTypes } from "../../../catalog/instance-types";
import { checkEach, type Rule } from "../../rule";

export const instanceTypeUnknown: Rule = {
  id: "instance-type-unknown",
  area: "fit",
  severity: "warning",
  clouds: "all",
  title: "instance type that the catalogue does not know",
  why: "Without its cards, accelerators and memory the review cannot judge fit, fabric, quota or cost of this pool, and says nothing about them.",
  fix: "Correct the name, or add the type to the catalogue with its sources.",
  verify: "`aws ec2 describe-instance-types --instance-types TYPE` answers for a name that exists.",
  source: "https://docs.aws.amazon.com/ec2/latest/instancetypes/instance-types.html",
  check: (design) =>
    checkEach(design.pools, ({ pool, path, type }) => {
      if (type !== null) return null;
      const near = nearestInstanceTypes(pool.instanceType);
      return {
        path: `${path}.instanceType`,
        value: pool.instanceType,
        allowed: "an instance type of the catalogue",
        fix:
          near.length > 0
            ? `write ${near.join(" or ")}`
            : "add the type with extendCatalog, or `--catalog FILE` on the command line",
      };
    }),
};
