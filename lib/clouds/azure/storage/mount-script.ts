/** What mounts at each boot and only once; a mount that fails is seen by the boot's exit status. */
export function mountScript(
  path: string,
  of: { readonly source: string; readonly type: string; readonly options: string },
): string {
  const { source, type, options } = of;
  return `mkdir -p ${path}
grep -q ' ${path} ${type} ' /etc/fstab || echo '${source} ${path} ${type} ${options},_netdev,nofail 0 0' >> /etc/fstab
mountpoint -q ${path} || mount ${path}
`;
}
