import { findInstanceType } from "../../../../catalog/instance-types";
import type { Problems } from "../../../../errors";
import { checkUnique } from "../../../../slurm/definition/check-value";
import { parseCidr } from "../../../../units/cidr";
import { checkLoginAccess, checkLoginCount, nameOfAnother } from "../../../common/login-access";
import { hasContainers } from "../../../common/slurm/container-packages";
import { isKnown } from "../../../common/terraform-text";
import type { SlurmHeadNodeProps } from "../slurm-head-node-props";
import { SLURM_HEAD_NODE } from "../slurm-head-node-table";
import { type LoginPool, loginNodeCount, loginPools, PLAIN_POOL } from "./login-pools";

/** What can be wrong with login nodes, whichever prop makes them. */
export function checkLogin(
  id: string,
  props: SlurmHeadNodeProps,
  checkType: (path: string, name: string) => void,
  problems: Problems,
): void {
  const { loginNodes = 0, loginCidrs = [], loginSubnetIds = [] } = props;
  if (loginCidrs.length > 0 && loginNodes === 0) {
    problems.add(
      "conflict",
      "loginCidrs",
      "loginCidrs opens SSH to login nodes, and loginNodes is 0; use loginNodes: 1",
    );
  }
  const open = props.allowPublicSsh === true;
  checkAccess("loginCidrs", loginCidrs, "loginSubnetIds", loginSubnetIds, open, problems);
  if (props.loginInstanceType !== undefined) checkType("loginInstanceType", props.loginInstanceType);
  const declared = props.loginPools ?? [];
  checkUnique(
    problems,
    "loginPools",
    declared.map(({ name }) => name),
  );
  loginPools(props)
    .filter((pool) => pool.declared)
    .forEach((pool, index) => {
      checkPool(id, `loginPools[${index}]`, pool, props, checkType, problems);
    });
  checkLoginCount(problems, declared.length, loginNodeCount(props));
}

function checkPool(
  id: string,
  at: string,
  pool: LoginPool,
  props: SlurmHeadNodeProps,
  checkType: (path: string, name: string) => void,
  problems: Problems,
): void {
  const taken = [`${id}-head`, `${id}-backup`, ...((props.loginNodes ?? 0) > 0 ? [PLAIN_POOL] : [])];
  if (taken.includes(pool.name)) {
    const whose = pool.name === PLAIN_POOL ? "the pool that loginNodes makes" : "a controller";
    nameOfAnother(problems, at, pool.name, whose);
  }
  const open = props.allowPublicSsh === true;
  checkAccess(`${at}.cidrs`, pool.cidrs, `${at}.subnetIds`, pool.subnetIds, open, problems);
  checkType(`${at}.instanceType`, pool.instanceType);
  checkArchitecture(at, pool, props, problems);
  const users = props.directory === undefined ? (props.users ?? []).map(({ name }) => name) : undefined;
  checkLoginAccess(problems, at, pool, users);
}

function checkArchitecture(at: string, pool: LoginPool, props: SlurmHeadNodeProps, problems: Problems): void {
  const own = findInstanceType(pool.instanceType)?.architecture;
  const head = findInstanceType(props.instanceType ?? SLURM_HEAD_NODE.instanceType.default)?.architecture;
  if (own === undefined || head === undefined || own === head) return;
  if (props.image?.amiId !== undefined) {
    problems.add(
      "conflict",
      `${at}.instanceType`,
      `${at}.instanceType is ${own}, and image is one AMI for the head, which is ${head}; use a type that is ${head}`,
    );
  }
  if (hasContainers(props) && props.slurmPackages !== "image") {
    problems.add(
      "conflict",
      `${at}.instanceType`,
      `${at}.instanceType is ${own}, and the head builds pyxis for ${head}; use a type that is ${head}, or containers: false`,
    );
  }
}

function checkAccess(
  path: string,
  cidrs: readonly string[],
  subnetPath: string,
  subnetIds: readonly string[],
  open: boolean,
  problems: Problems,
): void {
  if (subnetIds.length > 0 && cidrs.length === 0) {
    const short = path.slice(path.lastIndexOf(".") + 1);
    problems.add(
      "conflict",
      subnetPath,
      `${subnetPath} places a load balancer, which ${short} asks for; give ${short}`,
    );
  }
  cidrs.forEach((cidr, index) => {
    if (!isKnown(cidr)) return;
    const first = cidrs.indexOf(cidr);
    if (first !== index) {
      problems.add(
        "duplicate",
        `${path}[${index}]`,
        `${path}[${index}] must be another block than ${path}[${first}], got "${cidr}" again; remove one`,
      );
    }
    if (/\/0$/.test(cidr) && !open) {
      problems.add(
        "not-allowed",
        `${path}[${index}]`,
        `${path}[${index}] opens SSH to the whole internet, got "${cidr}"; list your own networks, or say allowPublicSsh: true`,
      );
    }
    if (parseCidr(cidr) !== undefined) return;
    problems.add(
      "malformed",
      `${path}[${index}]`,
      `${path}[${index}] must be an IPv4 CIDR block, got "${cidr}"; use "203.0.113.0/24", for example`,
    );
  });
}
