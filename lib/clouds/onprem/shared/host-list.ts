import { numbersOf } from "../../../slurm/files/expand-host-list";

/** Names of a host list: `dgx[001-003,7],login1` to dgx001, dgx002, dgx003, dgx7, login1; undefined where it is none. */
export function expandHostList(list: string): string[] | undefined {
  const parts = list.match(/[^,[\]]+(\[[^\]]*\])?/g);
  if (parts === null || parts.join(",").length !== list.length) return undefined;
  const names: string[] = [];
  for (const part of parts) {
    const match = /^([A-Za-z][A-Za-z0-9-]*?)(?:\[([\d,-]+)\])?$/.exec(part.trim());
    if (match === null) return undefined;
    if (match[2] === undefined) names.push(match[1]!);
    else {
      for (const run of match[2].split(",")) {
        const numbers = numbersOf(run);
        if (numbers === undefined) return undefined;
        names.push(...numbers.map((number) => `${match[1]}${number}`));
      }
    }
  }
  return names;
}
