import { findInstanceType } from "../../../../catalog/instance-types";
import type { Problems } from "../../../../errors";
import { checkUnique } from "../../../../slurm/definition/check-value";
import { parseCidr } from "../../../../units/cidr";
import { isKnown } from "../../../common/terraform-text";
import { hasContainers } from "../container-packages";
import type { SlurmHeadNodeProps } from "../slurm-head-node-props";
import { SLURM_HEAD_NODE } from "../slurm-head-node-table";
import { type LoginPool, loginNodeCount, loginPools, PLAIN_POOL } from "./login-pools";

/** Names that sshd takes in its lists, without its patterns. */
const ACCOUNT = /^[A-Za-z_][A-Za-z0-9_.-]*\$?$/;
/** So many targets has a load balancer of one pool; more are a cluster's nodes. */
const MOST = 64;

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
  if (declared.length > 0 && loginNodeCount(props) > MOST) {
    problems.add(
      "out-of-range",
      "loginPools",
      `loginPools must have at most ${MOST} login nodes together, got ${loginNodeCount(props)}; use larger instance types`,
    );
  }
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
    problems.add(
      "duplicate",
      `${at}.name`,
      `${at}.name must not be the name of ${whose}, got "${pool.name}"; use "${pool.name}-2"`,
    );
  }
  const open = props.allowPublicSsh === true;
  checkAccess(`${at}.cidrs`, pool.cidrs, `${at}.subnetIds`, pool.subnetIds, open, problems);
  checkType(`${at}.instanceType`, pool.instanceType);
  checkArchitecture(at, pool, props, problems);
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
  if (props.directory !== undefined) return;
  const users = (props.users ?? []).map(({ name }) => name);
  pool.allowUsers.forEach((name, index) => {
    if (!isKnown(name) || users.includes(name) || !ACCOUNT.test(name)) return;
    problems.add(
      "unknown-name",
      `${at}.allowUsers[${index}]`,
      `${at}.allowUsers[${index}] must be one of users, got "${name}"; add the user, or use ${users[0] === undefined ? "a directory" : `"${users[0]}"`}`,
    );
  });
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
      `${path}[${index}] must be an address block, got "${cidr}"; use "203.0.113.0/24", for example`,
    );
  });
}
