import type * as pulumi from "@pulumi/pulumi";
import { ScopeComponent } from "../../../program/scope-component";
import { azure } from "../azure";

export interface ClusterScopeArgs {
  /** Folder for charts and files that Pulumi uploads. @default ".warpform/<name>" */
  readonly outdir?: string;
}

/**
 * What the constructs of one cluster belong to: `new ClusterNetwork("network", { … }, { parent: cluster })`. They refer to each
 * other freely; `declare()`, called once after the last, declares all their resources. Until then their Outputs are pending.
 *
 * @throws WarpformError where arguments are wrong; one at the end of a program that never called `declare()`
 */
export class ClusterScope extends ScopeComponent {
  constructor(name: string, args: ClusterScopeArgs = {}, options: pulumi.ComponentResourceOptions = {}) {
    super(azure, name, args, options);
  }
}
