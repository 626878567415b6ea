/** Props of pools that Slurm's own definition calls by another name. */
const NAMES: Readonly<Record<string, string>> = { sharing: "gpuSharing" };

/**
 * The prop of a head that stands behind one of Slurm's definition, which counts pools by themselves: `pools[0].sharing` is
 * `partitions[1].pools[0].gpuSharing`.
 */
export function propOfPools<Pool>(
  partitions: readonly { readonly pools: readonly Pool[] }[],
  pools: readonly Pool[],
): (path: string) => string {
  return (path) => {
    const [, index, name, rest] = /^pools\[(\d+)\]\.(\w+)(.*)$/.exec(path) ?? [];
    const pool = pools[Number(index)];
    const partition = partitions.findIndex((one) => pool !== undefined && one.pools.includes(pool));
    if (pool === undefined || partition < 0) return path;
    const place = `partitions[${partition}].pools[${partitions[partition]!.pools.indexOf(pool)}]`;
    return `${place}.${NAMES[name!] ?? name}${rest}`;
  };
}
