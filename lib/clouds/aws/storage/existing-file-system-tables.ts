import { optional, type Table } from "../../../props/field";
import { list, texts } from "../../../props/nested-fields";
import { number, oneOf, text, whole } from "../../../props/simple-fields";
import { secret, securityGroup } from "../shared/aws-fields";
import type {
  BeegfsProps,
  CephfsProps,
  ExistingFileSystemProps,
  NfsProps,
  SpectrumScaleProps,
  WekaProps,
} from "./existing-file-system-props";

/** @see https://man7.org/linux/man-pages/man5/nfs.5.html (nconnect) */
const MAX_NFS_CONNECTIONS = 16;
const MAX_WEKA_CORES = 19;

const any = () =>
  ({
    clientSecurityGroupId: optional(securityGroup()),
    capacityGiB: optional(number({ min: 1, unit: "GiB" })),
    availabilityZones: optional(texts()),
  }) satisfies Table<ExistingFileSystemProps>;

const hosts = () => list(text(), { least: 1, words: "a list of hosts" });

/** What ExistingFileSystem.nfs takes. */
export const NFS = {
  ...any(),
  server: text(),
  exportPath: text(),
  version: optional(oneOf(["3", "4.0", "4.1", "4.2"]), "4.1"),
  connections: optional(whole({ min: 1, max: MAX_NFS_CONNECTIONS, unit: "connections" }), 1),
} satisfies Table<NfsProps>;

/** What ExistingFileSystem.beegfs takes. */
export const BEEGFS = {
  ...any(),
  managementHost: text(),
  authenticationSecretArn: optional(secret()),
} satisfies Table<BeegfsProps>;

/** What ExistingFileSystem.cephfs takes. */
export const CEPHFS = {
  ...any(),
  monitors: hosts(),
  fileSystemName: optional(text()),
  directory: optional(text(), "/"),
  user: text(),
  keySecretArn: secret(),
} satisfies Table<CephfsProps>;

/** What ExistingFileSystem.spectrumScale takes. */
export const SPECTRUM_SCALE = { ...any(), device: text() } satisfies Table<SpectrumScaleProps>;

/** What ExistingFileSystem.weka takes. */
export const WEKA = {
  ...any(),
  backends: hosts(),
  fileSystemName: text(),
  clientCores: optional(whole({ min: 0, max: MAX_WEKA_CORES, unit: "cores" }), 0),
  tokenSecretArn: optional(secret()),
} satisfies Table<WekaProps>;
