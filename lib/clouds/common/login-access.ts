import type { Problems } from "../../errors";
import { quoted } from "./program-text";
import { isKnown } from "./terraform-text";

/** Who may log in to a pool of login nodes; empty lists for all users of the cluster. */
export interface LoginAccess {
  readonly name: string;
  readonly allowUsers: readonly string[];
  readonly allowGroups: readonly string[];
}

/** Names that sshd takes in its lists, without its patterns. */
const ACCOUNT = /^[A-Za-z_][A-Za-z0-9_.-]*\$?$/;

/** So many login nodes are in all pools together; more are a cluster's nodes. */
const MOST_LOGIN_NODES = 64;

/** Checks how many login nodes all pools have together. */
export function checkLoginCount(problems: Problems, pools: number, count: number): void {
  if (pools === 0 || count <= MOST_LOGIN_NODES) return;
  const message = `loginPools must have at most ${MOST_LOGIN_NODES} login nodes together, got ${count}; use larger instance types`;
  problems.add("out-of-range", "loginPools", message);
}

/** Notes that a pool of login nodes has the name of something else. */
export function nameOfAnother(problems: Problems, at: string, name: string, whose: string): void {
  const message = `${at}.name must not be the name of ${whose}, got "${name}"; use "${name}-2"`;
  problems.add("duplicate", `${at}.name`, message);
}

/** `login-pools.json`: who may log in where. A pool that lifts its limit is told so too; undefined without pools. */
export function loginAccessFile(pools: readonly LoginAccess[]): string | undefined {
  if (pools.length === 0) return undefined;
  const access = pools.map(({ name, allowUsers, allowGroups }) => [name, { allowUsers, allowGroups }] as const);
  return `${JSON.stringify(Object.fromEntries(access), null, 1)}\n`;
}

/** Tells a login node which pool it is of. */
export const loginPoolScript = (name: string): string =>
  `#!/bin/bash\nset -e\ninstall -d -m 755 /etc/warpform\nprintf '%s\\n' ${quoted(name)} > /etc/warpform/login-pool\n`;

/**
 * @param at path of the pool
 * @param users of the cluster; undefined where a directory has more
 */
export function checkLoginAccess(
  problems: Problems,
  at: string,
  pool: LoginAccess,
  users: readonly string[] | undefined,
): void {
  if (pool.allowUsers.length > 0 && pool.allowGroups.length > 0) {
    problems.add(
      "conflict",
      `${at}.allowGroups`,
      `${at}.allowGroups and allowUsers together admit only users who are in both lists; use one of them`,
    );
  }
  for (const prop of ["allowUsers", "allowGroups"] as const) {
    pool[prop].forEach((name, index) => {
      if (!isKnown(name)) return;
      if (!ACCOUNT.test(name)) {
        problems.add(
          "malformed",
          `${at}.${prop}[${index}]`,
          `${at}.${prop}[${index}] must be one name without patterns, got ${JSON.stringify(name)}; write it as \`id\` prints it`,
        );
      }
    });
  }
  if (users === undefined) return;
  pool.allowUsers.forEach((name, index) => {
    if (!isKnown(name) || users.includes(name) || !ACCOUNT.test(name)) return;
    problems.add(
      "unknown-name",
      `${at}.allowUsers[${index}]`,
      `${at}.allowUsers[${index}] must be one of users, got "${name}"; add the user, or use ${users[0] === undefined ? "a directory" : `"${users[0]}"`}`,
    );
  });
}
