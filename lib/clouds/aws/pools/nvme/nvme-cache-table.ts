import { optional, type Table } from "../../../../props/field";
import { text } from "../../../../props/simple-fields";
import { bucket } from "../../storage/storage-fields";
import type { NvmeCacheProps } from "./nvme-cache-props";

/** What an NvmeCache takes. */
export const NVME_CACHE = {
  mountPath: optional(text({ known: "nodes mount the array there", example: "/scratch" }), "/scratch"),
  readCacheFor: optional(bucket()),
} satisfies Table<NvmeCacheProps>;
