import type { Problems } from "../../../errors";
import { nearest } from "../../../units/nearest";
import { isKnown } from "../../common/terraform-text";

const S3_MESSAGE =
  'interfaceEndpoints must not name "s3": the gateway endpoint, which costs nothing, is always there; leave it out';

/** Short names of AWS's services that have interface endpoints in some Region, read on first use. */
function serviceNames(): readonly string[] {
  return (require("./data/endpoint-services.json") as { readonly names: readonly string[] }).names;
}

/** Short name of a service that was given by its whole name, `com.amazonaws.us-east-2.ecr.api`. */
export function shortService(service: string, region: string): string {
  const prefix = `com.amazonaws.${region}.`;
  return service.startsWith(prefix) ? service.slice(prefix.length) : service;
}

/** Notes services that AWS does not have, twice or without need. A whole name is taken as it is: AWS's list grows. */
export function addEndpointProblems(problems: Problems, given: readonly string[], region: string | undefined): void {
  const services = given.map((service) => shortService(service, region ?? ""));
  for (const [index, service] of services.entries()) {
    const add = (code: Parameters<Problems["add"]>[0], message: string) =>
      problems.add(code, "interfaceEndpoints", message);
    if (services.indexOf(service) !== index)
      add("duplicate", `interfaceEndpoints names "${service}" twice; leave one out`);
    else if (service === "s3") add("conflict", S3_MESSAGE);
    else if (isKnown(service) && service === given[index]) addNameProblem(add, service, region ?? "us-east-2");
  }
}

function addNameProblem(
  add: (code: "malformed" | "unknown-name", message: string) => void,
  service: string,
  region: string,
): void {
  if (!/^[a-z0-9][a-z0-9.-]*$/.test(service) || /^(com|aws)\./.test(service)) {
    add(
      "malformed",
      `interfaceEndpoints must hold short names of AWS's services such as "ecr.api", or whole ones of the Region ("com.amazonaws.${region}.ecr.api"), got "${service}"`,
    );
  } else if (!serviceNames().includes(service)) {
    const near = nearest(service, serviceNames(), 3).map((name) => `"${name}"`);
    const advice = near.length > 0 ? `; did you mean ${near.join(", ")}` : "";
    add(
      "unknown-name",
      `interfaceEndpoints "${service}" is not a service with interface endpoints${advice}; write one that is newer than warpform's list by its whole name, "com.amazonaws.${region}.${service}"`,
    );
  }
}
