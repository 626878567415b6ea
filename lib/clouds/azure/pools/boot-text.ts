/** Where cloud-init looks for what runs on every boot. @see https://docs.cloud-init.io/en/latest/reference/modules.html#scripts-per-boot */
const EVERY_BOOT = "/var/lib/cloud/scripts/per-boot/50-warpform";

/**
 * What a node runs on its first boot and on each one after it: disks of a deallocated VM come back empty, and Azure runs custom data once. A step that fails
 * ends there without keeping the others from running, and is seen: cloud-init reports the exit status.
 */
export function bootText(steps: readonly string[]): string {
  // `( … ) || …` would have bash go on after a command of the step that fails
  const body = steps.map((step, i) => `(\nset -euo pipefail\n${step})\n[ $? -eq 0 ] || failed="$failed ${i + 1}"\n`);
  return `#!/bin/bash
failed=""
if [ "$0" != ${EVERY_BOOT} ]; then
  install -D -m 755 "$0" ${EVERY_BOOT} || failed=" 0"
fi
${body.join("")}[ -z "$failed" ] || { echo "warpform: boot steps failed:$failed" | tee /dev/console >&2; exit 1; }
`;
}
