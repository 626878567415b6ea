/** A user as the site's users.json has one. */
interface User {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** What two versions of users.json mean for people, by their names. */
export interface UserChanges {
  readonly added: readonly string[];
  /** They cannot log in any more; their files and jobs stay. */
  readonly removed: readonly string[];
  /** `ada (uid 2001 to 2002)`. */
  readonly renumbered: readonly string[];
}

function usersOf(text: string): ReadonlyMap<string, User> {
  try {
    return new Map((JSON.parse(text) as User[]).map((user) => [user.name, user]));
  } catch {
    return new Map();
  }
}

/** Compares two texts of users.json. */
export function userChanges(before: string, after: string): UserChanges {
  const [old, now] = [usersOf(before), usersOf(after)];
  const ids = ["uid", "gid"] as const;
  const renumbered = [...now.values()].flatMap((user) => {
    const was = old.get(user.name);
    const other = was === undefined ? [] : ids.filter((id) => was[id] !== user[id]);
    return other.length === 0
      ? []
      : [`${user.name} (${other.map((id) => `${id} ${was![id]} to ${user[id]}`).join(", ")})`];
  });
  return {
    added: [...now.keys()].filter((name) => !old.has(name)),
    removed: [...old.keys()].filter((name) => !now.has(name)),
    renumbered,
  };
}
