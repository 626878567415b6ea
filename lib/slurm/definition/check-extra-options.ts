import type { Problems } from "../../errors";
import { prop, say, type Text } from "../../remedies/sentence";
import { nearest } from "../../units/nearest";
import known from "../data/slurm-conf-options.json";
import { checkOptionValue } from "./check-option-values";
import { type DeniedOption, deniedEntries, deniedOption } from "./denied-options";
import { type SlurmVersion, slurmVersions } from "./versions";

interface OptionSpan {
  readonly since?: string;
  readonly until?: string;
}

const options = known.keys as Readonly<Record<string, OptionSpan>>;
const nameByLowerCase = new Map(Object.keys(options).map((name) => [name.toLowerCase(), name]));
const order = (version: string) => slurmVersions.indexOf(version as SlurmVersion);

/**
 * Checks options that are given as they are, since slurmctld does not start with one that it does not know; returns them under
 * their right names.
 */
export function checkExtraOptions(
  given: Readonly<Record<string, string | number>>,
  version: SlurmVersion,
  problems: Problems,
): Record<string, string> {
  const accepted: Record<string, string> = {};
  for (const [key, value] of Object.entries(given)) {
    const path = `slurmConf.${key}`;
    const name = nameByLowerCase.get(key.toLowerCase());
    const denied = deniedOption(key);
    if (denied !== undefined) {
      problems.add("not-allowed", path, say`${path} cannot be set, because ${denied.reason}; use ${insteadOf(denied)}`);
    } else if (name === undefined) {
      const near = nearestOptions(key);
      const hint = near.length > 0 ? `; nearest is ${near[0]}` : "";
      problems.add("unknown-name", path, `${path} is not an option of slurm.conf${hint}`);
    } else if (name in accepted) {
      problems.add(
        "duplicate",
        path,
        `${path} is set twice, since slurm.conf does not tell upper from lower case; remove one of them`,
      );
    } else if (!isKnownIn(options[name]!, version)) {
      problems.add(
        "not-allowed",
        path,
        `${path} is an option of Slurm ${spanText(options[name]!)}, got version ${version}; leave it out`,
      );
    } else if (checkOptionText(path, value, problems)) {
      checkEntries(path, String(value), problems);
      checkOptionValue(path, name, String(value).trim(), problems);
      accepted[name] = String(value);
    }
  }
  return accepted;
}

/** An option of slurm.conf under its right name, and the last release that knows it; undefined where no release does. */
export function slurmConfOption(key: string): { readonly name: string; readonly until: string | null } | undefined {
  const name = nameByLowerCase.get(key.toLowerCase());
  return name === undefined ? undefined : { name, until: options[name]!.until ?? null };
}

/** Names of options that are near one that does not exist. */
export const nearestOptions = (key: string): readonly string[] => nearest(key, nameByLowerCase.values());

/** Whether slurmctld reads a value as one: it ends at a space, a comment or the end of the line. */
export function checkOptionText(path: string, value: string | number, problems: Problems): boolean {
  const text = String(value).trim();
  if (/[\n\r\0#]/.test(String(value)) || text === "") {
    problems.add(
      "malformed",
      path,
      `${path} must be one line without #, got ${JSON.stringify(value)}; write only the value`,
    );
    return false;
  }
  if (!/\s/.test(text) || /^"[^"]*"$/.test(text)) return true;
  // slurmctld reads a value up to the first blank, and ends over what follows
  problems.add(
    "malformed",
    path,
    `${path} must have no spaces outside of double quotes, got ${JSON.stringify(value)}; use ${JSON.stringify(
      text.replaceAll(/\s*([=,:])\s*/g, "$1"),
    )}, or put it in quotes`,
  );
  return false;
}

/** Some options are lists (`SchedulerParameters=bf_max_job_test=500,…`) of which single entries cannot be given. */
function checkEntries(path: string, list: string, problems: Problems): void {
  for (const entry of list.split(",")) {
    // Plugins may be named with their kind, `job_submit/lua`
    const key = entry
      .split("=")[0]!
      .trim()
      .replace(/^[a-z_]+\//, "");
    const denied = deniedEntries[key];
    if (denied === undefined) continue;
    problems.add(
      "not-allowed",
      path,
      say`${path} cannot hold ${key}, because ${denied.reason}; use ${insteadOf(denied)}`,
    );
  }
}

/** A prop may be called otherwise where the cluster is declared by other props. */
const insteadOf = ({ instead }: DeniedOption): Text => (/^[a-zA-Z.[\]]+$/.test(instead) ? prop(instead) : instead);

const isKnownIn = ({ since, until }: OptionSpan, version: SlurmVersion): boolean =>
  (since === undefined || order(since) <= order(version)) && (until === undefined || order(version) <= order(until));

const spanText = ({ since, until }: OptionSpan): string =>
  since === undefined ? `up to ${until}` : until === undefined ? `${since} and later` : `${since} to ${until}`;
