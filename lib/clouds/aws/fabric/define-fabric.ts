import type { NicLayout } from "../../../model/aws/nic-layout";
import { byDefault, type Definition, defined, derived, given } from "../../../model/definition";
import type { Fabric } from "../../../model/model";
import { isKnown } from "../../common/terraform-text";
import type { InfiniBandFabricProps } from "./infiniband-fabric-props";
import { INFINIBAND_FABRIC } from "./infiniband-fabric-table";
import { validateInfiniBandFabric } from "./infiniband-fabric-validation";

/** What a fabric is. */
export interface FabricValues {
  readonly name: string;
  readonly availabilityZone: string;
  readonly nicLayout: NicLayout;
  /** Group that was there; null where one is made. */
  readonly securityGroupId: string | null;
  /** Null for those of the image. */
  readonly hugePages2MiB: number | null;
}

export type FabricDefinition = Definition<FabricValues>;

/**
 * A fabric with every default and derived value, and where each comes from.
 * @throws WarpformError with all problems of the props at once
 */
export function defineFabric(
  props: InfiniBandFabricProps,
  { path, id }: { readonly path: string; readonly id: string },
): FabricDefinition {
  validateInfiniBandFabric(path, props);
  return defined<FabricValues>({
    name: derived(id, "id"),
    availabilityZone: derived(props.network.availabilityZone, "network"),
    nicLayout: given(props.nicLayout) ?? byDefault(INFINIBAND_FABRIC.nicLayout.default),
    securityGroupId: given(props.securityGroupId) ?? byDefault(null),
    hugePages2MiB: given(props.hugePages2MiB) ?? byDefault(null),
  });
}

/** A fabric in the plain terms of the model. Of a group that was there the rules are not known. */
export function describeFabric({ name, availabilityZone, nicLayout, securityGroupId }: FabricDefinition): Fabric {
  const open = securityGroupId === null ? true : null;
  return {
    name,
    kind: "efa",
    availabilityZone,
    aws: {
      nicLayout,
      selfIngress: open,
      selfEgress: open,
      ...(securityGroupId !== null && isKnown(securityGroupId) ? { givenGroupId: securityGroupId } : {}),
    },
  };
}
