import { findAzureSize } from "../../../catalog/azure/azure-sizes";
import { nearestInstanceTypes } from "../../../catalog/instance-types";
import type { Problems } from "../../../errors";
import { checkUnique } from "../../../slurm/definition/check-value";
import { checkLoginAccess, checkLoginCount, type LoginAccess, nameOfAnother } from "../../common/login-access";
import type { SlurmHeadNodeProps } from "./slurm-head-node-props";
import { LOGIN_POOL, SLURM_HEAD_NODE } from "./slurm-head-node-table";

/** The name of the pool that `loginNodes` makes, and of its nodes. */
export const LOGIN = "login";

/** A pool of login nodes, every default filled in. */
export interface LoginPool extends LoginAccess {
  readonly count: number;
  readonly instanceType: string;
  /** Id of what it is made of; unlike its name, no other part of a cluster has it. */
  readonly id: string;
  /** Whether it is one of `loginPools`, and not `loginNodes`. */
  readonly declared: boolean;
}

/** All pools of login nodes: that of `loginNodes`, then those of `loginPools`. */
export function loginPools({ loginNodes = 0, loginInstanceType, loginPools: declared = [] }: SlurmHeadNodeProps) {
  const instanceType = loginInstanceType ?? SLURM_HEAD_NODE.loginInstanceType.default;
  const plain = { id: LOGIN, name: LOGIN, count: loginNodes, instanceType, allowUsers: [], allowGroups: [] };
  const pools: LoginPool[] = loginNodes > 0 ? [{ ...plain, declared: false }] : [];
  for (const of of declared) {
    pools.push({
      id: `${LOGIN}-${of.name}`,
      name: of.name,
      count: of.count ?? LOGIN_POOL.count.default,
      instanceType: of.instanceType ?? LOGIN_POOL.instanceType.default,
      allowUsers: of.allowUsers ?? [],
      allowGroups: of.allowGroups ?? [],
      declared: true,
    });
  }
  return pools;
}

export const loginNodeCount = (props: SlurmHeadNodeProps): number =>
  loginPools(props).reduce((sum, { count }) => sum + count, 0);

/** What can be wrong with login nodes, whichever prop makes them. */
export function checkLogin(problems: Problems, id: string, props: SlurmHeadNodeProps, pools: readonly string[]): void {
  const { loginNodes = 0, loginInstanceType } = props;
  checkSize(problems, "loginInstanceType", loginInstanceType);
  if (loginInstanceType !== undefined && loginNodes === 0) {
    const message = "loginInstanceType is for login nodes, and loginNodes is 0; use loginNodes: 1";
    problems.add("conflict", "loginInstanceType", message);
  }
  if (loginNodes > 0 && (id === LOGIN || pools.includes(LOGIN))) {
    const message = `loginNodes have the name "${LOGIN}", which must be no pool's and not the head's id; rename that`;
    problems.add("duplicate", "loginNodes", message);
  }
  const declared = loginPools(props).filter((pool) => pool.declared);
  checkUnique(
    problems,
    "loginPools",
    declared.map(({ name }) => name),
  );
  declared.forEach((pool, index) => {
    checkPool(problems, `loginPools[${index}]`, pool, { id, props, pools });
  });
  checkLoginCount(problems, declared.length, loginNodeCount(props));
}

interface Around {
  readonly id: string;
  readonly props: SlurmHeadNodeProps;
  readonly pools: readonly string[];
}

function checkPool(problems: Problems, at: string, pool: LoginPool, { id, props, pools }: Around): void {
  const taken = [
    [`${id}-head`, "the head"],
    [(props.loginNodes ?? 0) > 0 ? LOGIN : "", "the pool that loginNodes makes"],
    [pools.includes(pool.id) ? pool.name : "", `what the GpuNodePool "${pool.id}" makes`],
    [id === pool.id ? pool.name : "", `what the head "${id}" makes`],
  ];
  const whose = taken.find(([name]) => name === pool.name)?.[1];
  if (whose !== undefined) nameOfAnother(problems, at, pool.name, whose);
  checkSize(problems, `${at}.instanceType`, pool.instanceType);
  checkLoginAccess(
    problems,
    at,
    pool,
    (props.users ?? []).map(({ name }) => name),
  );
}

function checkSize(problems: Problems, path: string, name: string | undefined): void {
  if (name === undefined || findAzureSize(name) !== undefined) return;
  const near = nearestInstanceTypes(name).find((one) => findAzureSize(one)) ?? "Standard_D4as_v5";
  problems.add("unknown-name", path, `${path} "${name}" is not an Azure size in the catalog; use "${near}"`);
}
