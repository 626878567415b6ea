import { Problems } from "../../../errors";

/** Throws where a path is no folder from the root. */
export function checkMountPath(where: string, path: string): void {
  if (/^\/[\w./-]*\w$/.test(path)) return;
  const problems = new Problems();
  const message = `path must be absolute and name a folder, such as "/scratch", got ${JSON.stringify(path)}`;
  problems.add("malformed", "path", message);
  problems.throwIfAny(where);
}

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
