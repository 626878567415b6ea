import { awsPreflight } from "../clouds/aws/aws-preflight";
import { factsOf } from "../clouds/list";
import type { Design } from "../design";
import { quotasOf } from "../quotas";

/** A shell script that checks an account against the design: quotas, offerings and reservations. */
export function preflightScript(design: Design): string {
  return (factsOf(design)?.preflight ?? awsPreflight)(design, quotasOf(design));
}
