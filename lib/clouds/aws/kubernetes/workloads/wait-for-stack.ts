import { TerraformStack } from "cdktf";
import type { Construct } from "constructs";

/** Lets the stack of the releases wait for that of the cluster, where there are two. */
export function waitForStack(cluster: Construct, releases: Construct): void {
  const [own, other] = [TerraformStack.of(cluster), TerraformStack.of(releases)];
  if (own !== other) other.addDependency(own);
}
