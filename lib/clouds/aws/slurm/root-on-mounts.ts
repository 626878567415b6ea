import type { Construct } from "constructs";
import type { Controller } from "./controller";
import { homePath } from "./describe-slurm";
import type { SlurmHeadNodeProps } from "./slurm-head-node-props";

/** Controllers make homes, and are where administrators work. With a directory, login nodes make homes too, as root. */
export function keepRoot(head: Construct, props: SlurmHeadNodeProps, controllers: readonly Controller[]): void {
  for (const { path, rootClients } of props.mounts ?? []) {
    if (props.directory !== undefined && path === homePath(props)) rootClients?.openToAll();
    for (const { networkInterface } of controllers) rootClients?.keep(head, networkInterface.privateIp);
  }
}
