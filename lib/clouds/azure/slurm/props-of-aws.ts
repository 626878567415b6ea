import type { Problems } from "../../../errors";

const NO_STANDBY =
  "is not built on Azure: two controllers need their state on a shared file system, on which none was tried; Azure restarts the head's VM on another host, and its state disk outlives it; leave it out";
const NO_IMAGE =
  "is not built on Azure, where head and nodes install Slurm 23.11 of Ubuntu 24.04 on Microsoft's HPC image; leave it out, or pin that image with imageVersion";
const NO_PUBLIC =
  "has no use on Azure, where nothing has a public address: use Azure Bastion, a VPN or a peered network";

/** Props of AWS's head that Azure's has in another form or not at all, and what to do instead. */
const INSTEAD: Readonly<Record<string, string>> = {
  backupController: NO_STANDBY,
  sharedStatePath: NO_STANDBY,
  slurmPackages: NO_IMAGE,
  image: NO_IMAGE,
  monitoring:
    "is a construct on Azure: name the pools in a ClusterMonitoring, to which the head then sends its metrics",
  cloudWatch: "is AWS's; name the pools in a ClusterMonitoring, to which the head then sends its metrics",
  jobsUseNodeRole: "is AWS's; use jobsUseNodeIdentity",
  loginCidrs: NO_PUBLIC,
  allowPublicSsh: NO_PUBLIC,
  cleanUpOnDestroy: "has no use on Azure: nodes that the head has made always end on destroy; leave it out",
  trustedLaunch:
    "is not built: the drivers and Lustre's client of Microsoft's HPC image ask for the standard security type; leave it out",
};

const isOfAws = (prop: string): boolean => Object.hasOwn(INSTEAD, prop);

/** The props without those; what is no object is left to who checks props. */
export const withoutPropsOfAws = <P extends object>(props: P): P =>
  typeof props === "object" && props !== null
    ? (Object.fromEntries(Object.entries(props).filter(([prop]) => !isOfAws(prop))) as P)
    : props;

/** One problem for each of them that is given. */
export function refusePropsOfAws(problems: Problems, props: object): void {
  for (const [prop, value] of Object.entries(props))
    if (value !== undefined && isOfAws(prop)) problems.add("not-allowed", prop, `${prop} ${INSTEAD[prop]}`);
}
