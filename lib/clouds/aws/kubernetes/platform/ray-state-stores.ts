import type { ITerraformDependable } from "cdktf";
import type { Construct } from "constructs";
import { lazyText } from "../../../common/lazy-text";
import type { RayStateAddress } from "../workloads/workload-context";
import { RayStateStore, type RayStateStoreProps } from "./ray-state-store";

type Shared = Omit<RayStateStoreProps, "namespace" | "serviceAccount" | "suffix">;

/** The Valkey of all namespaces' Ray heads, or one with its own password for each. */
export class RayStateStores {
  private readonly byNamespace = new Map<string, RayStateStore>();

  /** Makes the stores. Their addresses are asked for before, and known when Terraform is written. */
  public build(scope: Construct, groups: readonly (readonly string[])[], perNamespace: boolean, shared: Shared): void {
    for (const namespaces of groups) {
      const namespace = namespaces[0]!;
      const [id, suffix] = perNamespace ? [`ray-state-${namespace}`, { suffix: namespace }] : ["ray-state", {}];
      const store = new RayStateStore(scope, id, { ...shared, ...suffix, namespace, serviceAccount: "redis-password" });
      for (const each of namespaces) this.byNamespace.set(each, store);
    }
  }

  /** Each store once. */
  public get all(): readonly RayStateStore[] {
    return [...new Set(this.byNamespace.values())];
  }

  /** What must be there before a Ray head keeps its state. */
  public get resources(): readonly ITerraformDependable[] {
    return this.all.flatMap(({ resources }) => resources);
  }

  /** Where the state of a namespace's heads is, as Terraform will know it. */
  public addressOf(namespace: string): RayStateAddress {
    const later = (produce: (store: RayStateStore) => string) =>
      lazyText(() => produce(this.byNamespace.get(namespace)!));
    return {
      host: later(({ replicationGroup }) => replicationGroup.primaryEndpointAddress),
      secretArn: later(({ secret }) => secret.arn),
      groupId: later(({ replicationGroup }) => replicationGroup.replicationGroupId),
    };
  }
}
