import type { Problems } from "../../../errors";
import type { OnPremClusterProps } from "../shared/on-prem-cluster-props";

/** What these name as the source of a mount: a server and its folder. */
const SOURCES: Readonly<Record<string, string>> = { lustre: "10.10.4.1@o2ib:/scratch", nfs: "10.10.4.1:/export" };

/** Sources from which nothing can be mounted. */
export function checkSources(problems: Problems, { fileSystems = {} }: OnPremClusterProps): void {
  for (const [name, { type, source }] of Object.entries(fileSystems)) {
    const example = SOURCES[type];
    if (example === undefined || source.includes(":/")) continue;
    const at = `fileSystems.${name}.source`;
    problems.add(
      "malformed",
      at,
      `${at} must be a server and a folder of type "${type}", got ${JSON.stringify(source)}; use one such as ${example}`,
    );
  }
}
