import { z } from "zod";
import { fallback, unset } from "./key";

const text = z.string();

/** What is true of any file system that is already there. */
const common = {
  clientSecurityGroupId: unset(
    text,
    "Security group that nodes need to reach it",
    "none; the network's own rules let them",
  ),
  capacityGiB: unset(z.number().positive().max(1_000_000_000), "Capacity, GiB, for sizing", "unknown"),
  availabilityZones: unset(z.array(text), "Zones in which it can be reached without crossing one", "unknown"),
};

/** File systems that the company already has: nothing is made, nodes mount them with the right client. */
export const existingFileSystemSchemas = [
  z
    .strictObject({
      kind: z.literal("nfs").describe("An NFS export that is already there"),
      server: text.describe("DNS name or IPv4 address"),
      exportPath: text.describe("What the server exports, such as /export/home"),
      version: fallback(z.enum(["3", "4.0", "4.1", "4.2"]), "4.1", "Version of NFS"),
      connections: fallback(z.number().int(), 1, "TCP connections to the server, 1 to 16"),
      ...common,
    })
    .describe("An NFS export that is already there"),
  z
    .strictObject({
      kind: z.literal("beegfs").describe("A BeeGFS that is already there; the client must be in the image"),
      managementHost: text.describe("DNS name or IPv4 address of the management service"),
      authenticationSecretArn: unset(text, "Secret with the connection authentication file", "the cluster has none"),
      ...common,
    })
    .describe("A BeeGFS that is already there"),
  z
    .strictObject({
      kind: z.literal("cephfs").describe("A CephFS that is already there"),
      monitors: z.array(text).min(1).describe("Monitors, host or host:port"),
      user: text.describe("CephX user without client."),
      keySecretArn: text.describe("Secret with that user's key"),
      fileSystemName: unset(text, "Name of the CephFS", "the cluster's only one"),
      directory: fallback(text, "/", "Directory within it"),
      ...common,
    })
    .describe("A CephFS that is already there"),
  z
    .strictObject({
      kind: z.literal("spectrum-scale").describe("An IBM Spectrum Scale (GPFS) that is already there"),
      device: text.describe("Device name of the file system, as mmlsfs shows it"),
      ...common,
    })
    .describe("An IBM Spectrum Scale (GPFS) that is already there; nodes must be members by their image"),
  z
    .strictObject({
      kind: z.literal("weka").describe("A WEKA that is already there"),
      backends: z.array(text).min(1).describe("Backends, DNS names or IPv4 addresses"),
      fileSystemName: text.describe("Name of the file system"),
      clientCores: fallback(z.number().int(), 0, "Cores of each node for the client, 1 to 19, 0 for UDP"),
      tokenSecretArn: unset(text, "Secret with the mount token", "the file system asks for none"),
      ...common,
    })
    .describe("A WEKA that is already there"),
] as const;
