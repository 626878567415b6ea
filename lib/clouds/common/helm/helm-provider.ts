import { TerraformProvider, TerraformStack } from "cdktf";
import type { Construct } from "constructs";

/** How the Helm provider reaches a cluster. */
export interface HelmProviderConfig {
  readonly alias: string;
  /** Kubeconfig and its context, in place of what follows. */
  readonly configPath?: string;
  readonly configContext?: string;
  readonly host?: string;
  /** PEM of the cluster's certificate authority. */
  readonly clusterCaCertificate?: string;
  /** Program that prints a token for each run, so that none is ever in a state or a plan. */
  readonly exec?: { readonly apiVersion: string; readonly command: string; readonly args: readonly string[] };
  /** A token as a reference, where no program prints one. */
  readonly token?: string;
}

/** Version that the bindings here were written against. @see https://registry.terraform.io/providers/hashicorp/helm/3.1.1/docs */
const PROVIDER_VERSION = "3.1.1";

/** What both the provider and its resources say of themselves. */
export const HELM_METADATA = {
  providerName: "helm",
  providerVersion: PROVIDER_VERSION,
  providerVersionConstraint: "~> 3.1",
} as const;

/**
 * The Helm provider, version 3, whose nested settings are attributes. A binding of our own: the published one exists for
 * only one of the two CDKs that this library works with.
 */
export class HelmProvider extends TerraformProvider {
  constructor(
    scope: Construct,
    id: string,
    private readonly config: HelmProviderConfig,
  ) {
    super(scope, id, {
      terraformResourceType: "helm",
      terraformGeneratorMetadata: HELM_METADATA,
      terraformProviderSource: "hashicorp/helm",
    });
  }

  /** What releases refer to; the base class keeps none, and its releases would run on an unconfigured provider. */
  public override get alias(): string {
    return this.config.alias;
  }

  protected override synthesizeAttributes(): { [name: string]: unknown } {
    const { configPath, configContext, host, clusterCaCertificate, exec, token } = this.config;
    return {
      kubernetes: {
        config_path: configPath,
        config_context: configContext,
        host,
        cluster_ca_certificate: clusterCaCertificate,
        token,
        exec: exec && { api_version: exec.apiVersion, command: exec.command, args: exec.args },
      },
    };
  }
}

/** An alias that no Helm provider of the stack has: the first, unless another cluster of the stack took it. */
export function freeAlias(scope: Construct, first: string, otherwise: string): string {
  const taken = TerraformStack.of(scope)
    .node.findAll()
    .some((one) => one instanceof HelmProvider && one.alias === first);
  return taken ? otherwise : first;
}
