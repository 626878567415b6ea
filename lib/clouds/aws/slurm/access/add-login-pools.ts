import type { Construct } from "constructs";
import type { BootStep } from "../../shared/boot-step";
import { mountSteps } from "../../storage/mount-steps";
import { DEFAULT_HEAD_TYPE, headImage } from "../head-image";
import type { NodeProfile } from "../node-profile";
import type { SlurmHeadNodeProps } from "../slurm-head-node-props";
import { LoginNodes, type SharedNodeProps } from "./login-nodes";
import { type LoginPool, loginPools, PLAIN_POOL, poolStep } from "./login-pools";

/** What login nodes take from the head that they belong to. */
export interface LoginPoolParts {
  readonly shared: SharedNodeProps;
  /** Makes the profile of all login nodes; called once, and only where there are any. */
  readonly profile: () => NodeProfile;
  readonly securityGroupIds: readonly string[];
  readonly bootStep: BootStep;
}

/** Builds every pool of login nodes of a head, by name. */
export function addLoginPools(
  head: Construct,
  props: SlurmHeadNodeProps,
  parts: LoginPoolParts,
): Record<string, LoginNodes> {
  const pools = loginPools(props);
  if (pools.length === 0) return {};
  const { shared } = parts;
  const { name: instanceProfileName, role } = parts.profile();
  const headType = props.instanceType ?? DEFAULT_HEAD_TYPE;
  const made = pools.map((pool) => {
    const nodes = new LoginNodes(head, pool.declared ? `login-${pool.name}` : PLAIN_POOL, {
      ...shared,
      ...headImage(head, props.image, headType, pool.instanceType),
      ...pool,
      needs: () => [...shared.needs(), ...(role ? [role] : [])],
      instanceProfileName,
      securityGroupIds: [...new Set([...parts.securityGroupIds, ...pool.securityGroupIds])],
      bootSteps: stepsOf(pool, props, parts.bootStep),
    });
    return [pool.name, nodes] as const;
  });
  return Object.fromEntries(made);
}

const stepsOf = (pool: LoginPool, { mounts = [] }: SlurmHeadNodeProps, bootStep: BootStep): BootStep[] => [
  ...mountSteps(mounts),
  ...(pool.declared ? [poolStep(pool)] : []),
  bootStep,
];
