import { optional, type Table } from "../../../props/field";
import { texts } from "../../../props/nested-fields";
import { number, oneOf, text, whole } from "../../../props/simple-fields";
import type { NfsProps } from "./existing-file-system-props";

/** What ExistingFileSystem.nfs takes. */
export const NFS = {
  server: text({ like: /^[A-Za-z0-9][A-Za-z0-9.-]*$/, words: "a DNS name or an IPv4 address", example: "10.1.0.4" }),
  exportPath: text({ like: /^\/[\w./-]*$/, words: "an absolute path", example: "/export/home" }),
  version: optional(oneOf(["3", "4.0", "4.1", "4.2"]), "4.1"),
  connections: optional(whole({ min: 1, max: 16 }), 4),
  capacityGiB: optional(number({ min: 1, unit: "GiB" })),
  availabilityZones: optional(texts(), []),
} satisfies Table<NfsProps>;
