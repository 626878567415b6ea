/**
 * The local NVMe disks as one array. They are chosen by model: the disk of the operating system is NVMe too on some sizes.
 * @see Azure/azhpc-images components; the array is new after a deallocation, which empties the disks
 */
export function nvmeScript(path: string): string {
  return `mkdir -p ${path}
disks=$(lsblk -dnpo NAME,MODEL | awk '/Microsoft NVMe Direct Disk/ {print $1}')
if [ -n "$disks" ] && ! mountpoint -q ${path}; then
  # after a reboot the array is assembled already, under a name that may end in _0
  array=$(find /dev/md -name '*warpform*' 2>/dev/null | head -n 1)
  if [ -z "$array" ]; then
    array=/dev/md/warpform
    # shellcheck disable=SC2086
    mdadm --create $array --run --force --level=0 --raid-devices="$(echo "$disks" | wc -w)" $disks
    mkfs.xfs -f -q $array
  fi
  mount -o noatime,discard "$array" ${path}
  chmod 1777 ${path}
fi
`;
}
