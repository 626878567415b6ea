import type { Design } from "../review/design";
import { type Review, reviewDesign } from "../review/review";
import type { Finding } from "../review/rule";
import { inArchitectureWords, inBlueprintWords } from "./reader/blueprint-words";
import type { Blueprint } from "./schema/schema";

const LUSTRE_ON_NODES = "add a file system of kind lustre, and name it in mounts of the pool";
const LUSTRE_IN_PODS = "add a file system of kind lustre, and name it in fileSystems of kubeRay";
const PRIVATE = "name private subnets in network.existing, or leave existing out";
const FABRIC = "write fabric: {} at the top of the blueprint, and leave fabric of the pool out";

const inOtherRegions = ({ architecture }: Blueprint) =>
  architecture?.kind === "inferenceRegions"
    ? "accept it: the other regions serve while the zone is out"
    : "serve from two regions by architecture: inferenceRegions";
const onLustre = ({ kubeRay }: Blueprint) => (kubeRay === undefined ? LUSTRE_ON_NODES : LUSTRE_IN_PODS);

/** What to write instead in a blueprint, for rules whose fix speaks of parts that a program makes and passes on. */
const FIXES_IN_BLUEPRINT: Readonly<Record<string, string | ((blueprint: Blueprint) => string)>> = {
  "compute-in-public-subnet": PRIVATE,
  "efa-missing": FABRIC,
  "efa-unused": FABRIC,
  "fabric-not-self-referencing": "leave securityGroupId of fabric out, or open that group to itself both ways",
  "lustre-efa-needs-persistent-2": "set deploymentType to PERSISTENT_2, or leave efa out",
  "monitoring-missing": "write monitoring: {}",
  "multi-nic-in-public-subnet": PRIVATE,
  "nfs-for-multi-node-training": onLustre,
  "service-in-one-zone": inOtherRegions,
  "training-without-shared-storage": onLustre,
  "workload-without-accelerators": "add a pool of an instance type with GPUs",
};

/** What to write instead, in the keys of the blueprint that the design came from. */
export function fixInBlueprint({ rule, fix }: Pick<Finding, "rule" | "fix">, blueprint: Blueprint): string {
  const own = FIXES_IN_BLUEPRINT[rule];
  const said = own === undefined ? inBlueprintWords(fix) : typeof own === "string" ? own : own(blueprint);
  return blueprint.architecture === undefined ? said : inArchitectureWords(said, blueprint.architecture);
}

/** Reviews a design that a blueprint made: what it accepts is accepted, and fixes name its keys. */
export function reviewBlueprint(design: Design, blueprint: Blueprint): Review {
  const review = reviewDesign(design, blueprint.acceptedFindings);
  const inKeys = <T extends Finding>(finding: T): T => ({
    ...finding,
    allowed: inBlueprintWords(finding.allowed),
    fix: fixInBlueprint(finding, blueprint),
  });
  return { ...review, findings: review.findings.map(inKeys), suppressed: review.suppressed.map(inKeys) };
}
