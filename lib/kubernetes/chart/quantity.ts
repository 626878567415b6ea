import { GIB, MIB } from "../../units/bytes";

/** CPU as Kubernetes writes it: `8`, `7910m`. */
export function cpuQuantity(millicores: number): string {
  return millicores % 1000 === 0 ? String(millicores / 1000) : `${millicores}m`;
}

/** Bytes as Kubernetes writes them: whole Gi where it comes out even, else Mi, rounded down. */
export function memoryQuantity(bytes: number): string {
  const mib = Math.floor(bytes / MIB);
  return mib >= 1024 && mib % 1024 === 0 ? `${(mib * MIB) / GIB}Gi` : `${mib}Mi`;
}
