import type { UserAssignedIdentity } from "@cdktf/provider-azurerm/lib/user-assigned-identity";
import { Construct } from "constructs";
import type { Grantee } from "../../shared/mount";

/** The workloads of one namespace, to be let to what other teams are not. */
export class PodNamespace extends Construct implements Grantee {
  constructor(
    scope: Construct,
    id: string,
    public readonly identities: Readonly<Record<string, UserAssignedIdentity>>,
  ) {
    super(scope, id);
  }

  public get identity(): UserAssignedIdentity {
    return Object.values(this.identities)[0]!;
  }
}
