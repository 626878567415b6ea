import { loginAccessFile, loginPoolScript } from "../../../common/login-access";
import type { BootStep } from "../../shared/boot-step";
import type { SlurmHeadNodeProps } from "../slurm-head-node-props";
import { LOGIN_POOL } from "../slurm-head-node-table";
import type { SlurmLoginPoolProps } from "./login-pool-props";

/** A pool of login nodes, every default filled in. */
export interface LoginPool extends Required<SlurmLoginPoolProps> {
  /** Whether it is one of `loginPools`, and not `loginNodes`. */
  readonly declared: boolean;
}

/** Name of the pool that `loginNodes` makes. */
export const PLAIN_POOL = "login";
export const DEFAULT_LOGIN_TYPE = "m7i.large";

/** All pools of login nodes: that of `loginNodes`, then those of `loginPools`. */
export function loginPools(props: SlurmHeadNodeProps): LoginPool[] {
  const { loginNodes = 0, loginPools: declared = [] } = props;
  const plain: SlurmLoginPoolProps = {
    name: PLAIN_POOL,
    count: loginNodes,
    instanceType: props.loginInstanceType,
    cidrs: props.loginCidrs,
    subnetIds: props.loginSubnetIds,
  };
  return [
    ...(loginNodes > 0 ? [{ ...filled(plain), declared: false }] : []),
    ...declared.map((pool) => ({ ...filled(pool), declared: true })),
  ];
}

const filled = (pool: SlurmLoginPoolProps): Required<SlurmLoginPoolProps> => ({
  name: pool.name,
  count: pool.count ?? LOGIN_POOL.count.default,
  instanceType: pool.instanceType ?? DEFAULT_LOGIN_TYPE,
  cidrs: pool.cidrs ?? [],
  subnetIds: pool.subnetIds ?? [],
  securityGroupIds: pool.securityGroupIds ?? [],
  allowUsers: pool.allowUsers ?? [],
  allowGroups: pool.allowGroups ?? [],
});

export const loginNodeCount = (props: SlurmHeadNodeProps): number =>
  loginPools(props).reduce((sum, { count }) => sum + count, 0);

/** `login-pools.json`: who may log in where. A pool that lifts its limit is told so too; undefined without `loginPools`. */
export function loginAccess(props: SlurmHeadNodeProps): string | undefined {
  return loginAccessFile(loginPools(props).filter(({ declared }) => declared));
}

/** Tells a login node which pool it is of. */
export const poolStep = ({ name }: LoginPool): BootStep => ({
  name: "login-pool",
  phase: "scheduler",
  text: loginPoolScript(name),
});
