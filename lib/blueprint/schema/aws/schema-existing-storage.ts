import { z } from "zod";
import { BEEGFS, CEPHFS, NFS, SPECTRUM_SCALE, WEKA } from "../../../clouds/aws-tables";
import { keysOf } from "../keys-of-table";
import { strictObject } from "../strict-object";

/** File systems that the company already has: nothing is made, nodes mount them with the right client. */
export const existingFileSystemSchemas = [
  strictObject(() => ({
    kind: z.literal("nfs").describe("An NFS export that is already there"),
    ...keysOf("ExistingFileSystem.nfs", NFS),
  })).describe("An NFS export that is already there"),
  strictObject(() => ({
    kind: z.literal("beegfs").describe("A BeeGFS that is already there; the client must be in the image"),
    ...keysOf("ExistingFileSystem.beegfs", BEEGFS),
  })).describe("A BeeGFS that is already there"),
  strictObject(() => ({
    kind: z.literal("cephfs").describe("A CephFS that is already there"),
    ...keysOf("ExistingFileSystem.cephfs", CEPHFS),
  })).describe("A CephFS that is already there"),
  strictObject(() => ({
    kind: z.literal("spectrum-scale").describe("An IBM Spectrum Scale (GPFS) that is already there"),
    ...keysOf("ExistingFileSystem.spectrumScale", SPECTRUM_SCALE),
  })).describe("An IBM Spectrum Scale (GPFS) that is already there; nodes must be members by their image"),
  strictObject(() => ({
    kind: z.literal("weka").describe("A WEKA that is already there"),
    ...keysOf("ExistingFileSystem.weka", WEKA),
  })).describe("A WEKA that is already there"),
] as const;
