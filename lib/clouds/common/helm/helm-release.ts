import { type ITerraformDependable, type TerraformProvider, TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { HELM_METADATA } from "./helm-provider";

export interface HelmReleaseConfig {
  readonly name: string;
  /** Name in the repository, or path of a local chart. */
  readonly chart: string;
  /** Address of the repository; left out for a local chart. */
  readonly repository?: string;
  readonly version?: string;
  readonly namespace: string;
  /** JSON text of the values; JSON is YAML. */
  readonly values: string;
  readonly createNamespace: boolean;
  /** Seconds to wait for the objects to be ready, and, on destroy, to be gone. */
  readonly timeoutSeconds: number;
  readonly provider: TerraformProvider;
  readonly dependsOn: ITerraformDependable[];
}

/** One release of a chart (`helm_release`). */
export class HelmRelease extends TerraformResource {
  constructor(
    scope: Construct,
    id: string,
    private readonly config: HelmReleaseConfig,
  ) {
    super(scope, id, {
      terraformResourceType: "helm_release",
      terraformGeneratorMetadata: HELM_METADATA,
      provider: config.provider,
      dependsOn: config.dependsOn,
    });
  }

  protected override synthesizeAttributes(): { [name: string]: unknown } {
    const { name, chart, repository, version, namespace, values, createNamespace, timeoutSeconds } = this.config;
    return {
      name,
      chart,
      repository,
      version,
      namespace,
      values: [values],
      create_namespace: createNamespace,
      timeout: timeoutSeconds,
      // also on destroy: the release is gone only when its objects are
      wait: true,
      // a release that failed is taken back, so that the next apply starts clean
      atomic: true,
      max_history: 5,
    };
  }
}
