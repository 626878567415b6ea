/** IDs that rules had before, with those of today: suppressions and `warpform explain` take both. */
export const RENAMED_RULES: Readonly<Record<string, string>> = {};

/** The ID of today for one that a rule has or had. */
export function currentRule(id: string, renamed = RENAMED_RULES): string {
  return Object.hasOwn(renamed, id) ? renamed[id]! : id;
}
