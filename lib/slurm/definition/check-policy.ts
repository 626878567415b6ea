import type { Problems } from "../../errors";
import { withDefaults } from "../../props/with-defaults";
import { checkLimits } from "./check-limits";
import { checkKnown, checkName, checkUnique } from "./check-value";
import { reservedUsers } from "./reserved-users";
import type { SlurmAccountOptions, SlurmOptions, SlurmQosOptions, SlurmUserOptions } from "./slurm-options";
import { SLURM_CLUSTER } from "./slurm-tables";

/**
 * Ids that the head and the nodes give to services, the same everywhere.
 */
export const serviceIds = { slurm: 401, munge: 402 } as const;

/** What can be wrong with QoS, accounts and users. */
export function checkPolicy(options: SlurmOptions, problems: Problems): void {
  const { qos = [], accounts = [], users = [], accounting } = options;
  if (accounting?.kind === "none" && (accounts.length > 0 || qos.length > 0)) {
    const prop = accounts.length > 0 ? "accounts" : "qos";
    problems.add("conflict", prop, `${prop} need accounting, got kind "none"; use accounting kind "local"`);
  }
  checkUnique(problems, "qos", names(qos));
  qos.forEach((each, index) => {
    checkQos(each, `qos[${index}]`, names(qos), problems);
  });
  checkPreemptionCycle(qos, problems);
  checkPreemption(options, problems);
  checkUnique(problems, "accounts", names(accounts));
  accounts.forEach((account, index) => {
    checkAccount(account, `accounts[${index}]`, options, problems);
  });
  checkParentCycle(accounts, problems);
  checkUnique(problems, "users", names(users));
  users.forEach((user, index) => {
    checkUser(user, `users[${index}]`, problems);
  });
  checkIds(users, problems);
  checkAccountless(options, problems);
  checkLimits(options, problems);
}

const names = (list: readonly { readonly name: string }[]): string[] => list.map((each) => each.name);

function checkQos(qos: SlurmQosOptions, path: string, known: readonly string[], problems: Problems): void {
  checkName(problems, `${path}.name`, qos.name, "account");
  qos.preempts?.forEach((name, index) => {
    const at = `${path}.preempts[${index}]`;
    if (name === qos.name) {
      problems.add("conflict", at, `${at} must be another QoS, got ${name} itself; leave it out`);
    } else checkKnown(problems, at, name, [...known, "normal"], "a declared QoS");
  });
}

/** Slurm reads what a QoS preempts only where preemption goes by QoS. */
function checkPreemption(options: SlurmOptions, problems: Problems): void {
  const { qos, preemption } = withDefaults(SLURM_CLUSTER, options);
  if (preemption === "qos" || problems.all.some(({ path }) => path.includes(".preempts"))) return;
  qos.forEach(({ preempts = [] }, index) => {
    if (preempts.length === 0) return;
    const path = `qos[${index}].preempts`;
    problems.add(
      "conflict",
      path,
      `${path} has no effect with preemption "${preemption}"; use preemption "qos", or leave it out`,
    );
  });
}

/** With accounts, jobs run in one: who is in none can submit nothing. */
function checkAccountless({ accounts = [], users = [] }: SlurmOptions, problems: Problems): void {
  if (accounts.length === 0 || problems.all.some(({ path }) => path.startsWith("accounts"))) return;
  const members = new Set(accounts.flatMap((account) => account.users ?? []));
  users.forEach(({ name }, index) => {
    if (members.has(name)) return;
    const path = `users[${index}].name`;
    problems.add(
      "conflict",
      path,
      `${path} must be in one of accounts, since with accounts only their users may submit jobs, got ${name} in none; add it to accounts[0].users`,
    );
  });
}

/** Names that one leads to, over any number of steps. */
function reachable(from: string, preempts: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const seen = new Set<string>();
  const next = [...(preempts.get(from) ?? [])];
  for (let name = next.pop(); name !== undefined; name = next.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    next.push(...(preempts.get(name) ?? []));
  }
  return seen;
}

/** Two QoS that preempt each other would push jobs out for ever. The first of a circle says so. */
function checkPreemptionCycle(qos: readonly SlurmQosOptions[], problems: Problems): void {
  const preempts = new Map(qos.map((each) => [each.name, (each.preempts ?? []).filter((name) => name !== each.name)]));
  qos.forEach(({ name }, index) => {
    const own = reachable(name, preempts);
    const said = qos.slice(0, index).some((one) => own.has(one.name) && reachable(one.name, preempts).has(name));
    if (!own.has(name) || said) return;
    const path = `qos[${index}].preempts`;
    problems.add(
      "conflict",
      path,
      `${path} must not lead back to ${name}, got ${preempts.get(name)!.join(", ")}; take one of them out`,
    );
  });
}

function checkAccount(account: SlurmAccountOptions, path: string, options: SlurmOptions, problems: Problems): void {
  const { qos = [], accounts = [], users = [] } = options;
  checkName(problems, `${path}.name`, account.name, "account");
  if (account.name === "root") {
    problems.add(
      "not-allowed",
      `${path}.name`,
      `${path}.name cannot be root, which Slurm keeps above all others; use another name`,
    );
  }
  if (account.parent !== undefined) {
    checkKnown(problems, `${path}.parent`, account.parent, ["root", ...names(accounts)], "a declared account");
  }
  const known = ["normal", ...names(qos)];
  account.qos?.forEach((name, index) => {
    checkKnown(problems, `${path}.qos[${index}]`, name, known, "a declared QoS");
  });
  if (account.defaultQos !== undefined) {
    checkKnown(problems, `${path}.defaultQos`, account.defaultQos, account.qos ?? known, "one of the account's QoS");
  }
  checkUnique(problems, `${path}.users`, account.users ?? [], "");
  account.users?.forEach((name, index) => {
    const at = `${path}.users[${index}]`;
    // Those of a directory are not known here; without a list of users, they come from one.
    if (users.length > 0 && !options.directoryUsers) checkKnown(problems, at, name, names(users), "a declared user");
    else checkName(problems, at, name, "directory-user");
  });
}

function checkParentCycle(accounts: readonly SlurmAccountOptions[], problems: Problems): void {
  const parents = new Map(accounts.map((account) => [account.name, account.parent]));
  accounts.forEach((account, index) => {
    const seen = new Set<string>();
    let above = account.parent;
    while (above !== undefined && above !== account.name && !seen.has(above)) {
      seen.add(above);
      above = parents.get(above);
    }
    // The first of them says it
    if (above !== account.name || [...seen].some((name) => accounts.findIndex((each) => each.name === name) < index))
      return;
    const path = `accounts[${index}].parent`;
    problems.add("conflict", path, `${path} must not lead back to ${account.name}, got ${account.parent}; use root`);
  });
}

function checkUser(user: SlurmUserOptions, path: string, problems: Problems): void {
  checkName(problems, `${path}.name`, user.name, "user");
  if (reservedUsers.has(user.name)) {
    problems.add(
      "not-allowed",
      `${path}.name`,
      `${path}.name cannot be ${user.name}, which the nodes already have; use another name`,
    );
  }
  user.sshKeys?.forEach((key, index) => {
    const at = `${path}.sshKeys[${index}]`;
    if (/PRIVATE KEY/.test(key)) {
      problems.add(
        "not-allowed",
        at,
        `${at} must be a public key, got a private one; use the .pub file, and create a new key pair`,
      );
    } else if (!/^(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp\d+|sk-[a-z0-9@.-]+) [A-Za-z0-9+/=]+( [^\n]*)?$/.test(key)) {
      problems.add(
        "malformed",
        at,
        `${at} must be one line of authorized_keys, got ${JSON.stringify(key.slice(0, 24))}; use the text of the .pub file`,
      );
    }
  });
}

/** Files on shared storage belong to numbers: two users of one number read each other's. */
function checkIds(users: readonly SlurmUserOptions[], problems: Problems): void {
  const first = new Map<number, string>();
  users.forEach((user, index) => {
    const other = first.get(user.uid);
    if (other === undefined) {
      first.set(user.uid, user.name);
      return;
    }
    const path = `users[${index}].uid`;
    const free = Math.max(...users.map((each) => each.uid)) + 1;
    problems.add(
      "duplicate",
      path,
      `${path} must be of one user, got ${user.uid} of ${other} again for ${user.name}; use ${free}`,
    );
  });
}
