import type { MountOptions, PoolMount } from "../shared/mount";
import { checkMount } from "./mount-options";

export interface BlobSource {
  /** Construct that is mounted, for errors. */
  readonly where: string;
  readonly name: string;
  readonly accountName: string;
  readonly container: string;
  readonly endpoint: string;
}

/** Seconds for which what was read is taken from the node's disk. */
const CACHE_SECONDS = 120;

/**
 * A container as files by blobfuse2, with the identity of the node's pool. Whole files are cached on the node's disk; for large datasets Lustre
 * reads faster.
 * @see https://learn.microsoft.com/azure/storage/blobs/blobfuse2-configuration
 */
export function blobMount(of: BlobSource, path: string, options: MountOptions): PoolMount {
  const { where, name, accountName, container, endpoint } = of;
  const { readOnly } = checkMount(where, path, options);
  const file = `/etc/blobfuse2${path.replaceAll("/", "-")}.yaml`;
  const unit = `warpform-blob${path.replaceAll("/", "-")}.service`;
  const script = `command -v blobfuse2 > /dev/null || { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy blobfuse2 fuse3; }
grep -qx user_allow_other /etc/fuse.conf || echo user_allow_other >> /etc/fuse.conf
cache=/mnt/blobfuse2
[ ! -d /scratch-local ] || cache=/scratch-local/.blobfuse2
cat > ${file} <<SETTINGS
allow-other: true
read-only: ${readOnly}
logging: { type: syslog, level: log_warning }
components: [libfuse, file_cache, attr_cache, azstorage]
libfuse: { attribute-expiration-sec: 60, entry-expiration-sec: 60 }
file_cache: { path: $cache${path}, timeout-sec: ${CACHE_SECONDS} }
azstorage: { type: block, account-name: ${accountName}, container: ${container}, endpoint: "${endpoint}", mode: msi }
SETTINGS
cat > /etc/systemd/system/${unit} <<UNIT
[Unit]
Description=${container} of ${accountName} at ${path}
Wants=network-online.target
After=network-online.target
[Service]
Type=forking
ExecStartPre=/bin/mkdir -p ${path} $cache${path}
ExecStart=$(command -v blobfuse2) mount ${path} --config-file=${file}
ExecStop=/bin/fusermount3 -u ${path}
Restart=on-failure
RestartSec=20
UNIT
systemctl daemon-reload
systemctl start ${unit}
`;
  return { fileSystem: name, kind: null, path, readOnly, script };
}
