import type { Design } from "../../design";
import { word } from "../../report/shell-word";

/** Whether AWS has a service for an interface endpoint, in the zone that the endpoint will be in: the names are AWS's, and their list grows. */
const FUNCTION = `
# endpoint_service SERVICE ZONE: is there an endpoint service of that name, in the zone?
endpoint_service() {
  local zones
  zones=$(aws ec2 describe-vpc-endpoint-services --region "$region" --service-names "com.amazonaws.$region.$1" \\
    --query 'ServiceDetails[0].AvailabilityZones' --output text 2>/dev/null) || zones=""
  case " $(printf '%s' "$zones" | tr -s '[:space:]' ' ') " in
    "  ") bad "interfaceEndpoints: $region has no endpoint service $1" ;;
    *" \${2:-$zones} "* | *" None "*) ok "endpoint service $1" ;;
    *) bad "interfaceEndpoints: the endpoint service $1 is in $(printf '%s' "$zones" | tr -s '[:space:]' ' '), not in $2" ;;
  esac
}
`;

/** The function and its calls for endpoints that the design makes; those of VPCs that exist already are looked for there. */
export function endpointServiceLines(design: Design): {
  readonly functions: string;
  readonly calls: readonly string[];
} {
  const calls = design.cluster.networks
    .filter(({ existing }) => !existing)
    .flatMap(({ privateEndpoints, computeSubnets: [subnet] }) =>
      privateEndpoints.map((service) => `endpoint_service ${word(service)} ${word(subnet?.availabilityZone ?? "")}`),
    );
  return { functions: calls.length === 0 ? "" : FUNCTION, calls: [...new Set(calls)] };
}
