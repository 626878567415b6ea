import { nearestInstanceTypes } from "../../../catalog/instance-types";
import { checkEach, type Rule } from "../../rule";

export const instanceTypeUnknown: Rule = {
  id: "instance-type-unknown",
  area: "fit",
  severity: "warning",
  clouds: "all",
  title: "Instance type not in the catalog",
  why: "Without data on network cards, accelerators and memory, the review cannot check fit, fabric, quotas or cost of this pool.",
  fix: "Correct the name, or add the instance type to the catalog with its sources.",
  verify:
    "On AWS, `aws ec2 describe-instance-types --instance-types TYPE` returns the type if it exists; on Azure, `az vm list-skus --size TYPE --output table` does.",
  source: "https://docs.aws.amazon.com/ec2/latest/instancetypes/instance-types.html",
  check: (design) =>
    checkEach(design.pools, ({ pool, path, type }) => {
      if (type !== null) return null;
      const near = nearestInstanceTypes(pool.instanceType);
      return {
        path: `${path}.instanceType`,
        value: pool.instanceType,
        allowed: "an instance type in the catalog",
        fix:
          near.length > 0
            ? `use ${near.join(" or ")}`
            : "add the type with extendCatalog, with `catalog` in the blueprint, or with `--catalog FILE` on the command line",
      };
    }),
};
