import { z } from "zod";
import { BEEGFS, CEPHFS, NFS, SPECTRUM_SCALE, WEKA } from "../../../clouds/aws-tables";
import { keysOf } from "../keys-of-table";
import { strictObject } from "../strict-object";

/** File systems that the company already has: nothing is made, nodes mount them with the right client. */
export const existingFileSystemSchemas = [
  strictObject(() => ({
    kind: z.literal("nfs").describe("An existing NFS export"),
    ...keysOf("ExistingFileSystem.nfs", NFS),
  })).describe("An existing NFS export"),
  strictObject(() => ({
    kind: z.literal("beegfs").describe("An existing BeeGFS file system; the client must be in the image"),
    ...keysOf("ExistingFileSystem.beegfs", BEEGFS),
  })).describe("An existing BeeGFS file system"),
  strictObject(() => ({
    kind: z.literal("cephfs").describe("An existing CephFS file system"),
    ...keysOf("ExistingFileSystem.cephfs", CEPHFS),
  })).describe("An existing CephFS file system"),
  strictObject(() => ({
    kind: z.literal("spectrum-scale").describe("An existing IBM Spectrum Scale (GPFS) file system"),
    ...keysOf("ExistingFileSystem.spectrumScale", SPECTRUM_SCALE),
  })).describe("An existing IBM Spectrum Scale (GPFS) file system; the image must make nodes members of its cluster"),
  strictObject(() => ({
    kind: z.literal("weka").describe("An existing WEKA file system"),
    ...keysOf("ExistingFileSystem.weka", WEKA),
  })).describe("An existing WEKA file system"),
] as const;
