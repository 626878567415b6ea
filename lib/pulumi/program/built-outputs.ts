import { Construct } from "constructs";
import { Problems } from "../../errors";
import { isLater, shown } from "../argument-problems";

/** Everything that is wrong with what `build` handed back, which must be values of constructs by name. */
export function validateBuilt(where: string, built: unknown): void {
  const problems = new Problems();
  const isMap = built !== null && typeof built === "object" && !Array.isArray(built) && !(built instanceof Construct);
  if (built instanceof Promise)
    problems.add("not-allowed", "build", "build must not be async; await what it needs before, and give it by inputs");
  else if (built !== undefined && (!isMap || isLater(built))) {
    const what = built instanceof Construct ? `a ${built.constructor.name}` : shown(built);
    problems.add("malformed", "build", `build must hand back values by name, { vpcId: network.vpcId }, got ${what}`);
  } else for (const [key, value] of Object.entries(built ?? {})) checkValue(key, value, problems);
  problems.throwIfAny(where);
}

function checkValue(key: string, value: unknown, problems: Problems): void {
  const complain = (text: string) =>
    problems.add("not-allowed", `build.${key}`, `${key}, which build hands back, ${text}`);
  if (isLater(value)) complain("is an Output already; use it as it is where the program needs it");
  else if (value instanceof Construct)
    complain(`is a whole ${value.constructor.name}; hand back values of it, such as ids, names or ARNs`);
  else if (value === undefined || value === null || typeof value === "function")
    complain(`must be a value of a construct, got ${shown(value)}; leave it out`);
}
