import { nearest } from "../../../units/nearest";
import { checkEach, type Rule } from "../../rule";

export const fabricUnknown: Rule = {
  id: "fabric-unknown",
  area: "fabric",
  severity: "error",
  clouds: "all",
  title: "Pool references an unknown fabric",
  why: "The pool gets its EFA interfaces and security group from the fabric; without the fabric, the nodes have neither.",
  fix: "Pass the fabric object, or correct the name.",
  verify:
    "Compare the pool's `fabric` with the names of the fabrics in review.json; each pool's fabric must be among them.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-start.html",
  check: (design) =>
    checkEach(
      design.pools.filter(({ pool }) => pool.fabric !== null),
      ({ pool, path, fabric }) => {
        if (fabric !== null) return null;
        const near = nearest(
          pool.fabric?.name ?? "",
          design.cluster.fabrics.map((f) => f.name),
        );
        return {
          path: `${path}.fabric`,
          value: pool.fabric?.name ?? null,
          allowed: "a fabric of this cluster",
          fix: near.length > 0 ? `use ${near[0]}` : "declare the fabric, or omit it",
        };
      },
    ),
};
