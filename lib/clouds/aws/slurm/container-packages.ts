import type { Problems } from "../../../errors";
import { isKnown } from "../../common/terraform-text";
import type { SlurmHeadNodeProps } from "./slurm-head-node-props";

/** A file that the head fetches once, and takes only where it has the checksum. */
export interface CheckedFile {
  /** Its address, `https://`, which the head can reach: the maker's, or a mirror's. */
  readonly url: string;
  /** SHA-256 of the file, 64 hexadecimal digits: what `sha256sum` prints. */
  readonly sha256: string;
}

/**
 * Where enroot and pyxis come from, since no distribution has them. The head fetches each file once, after the controller runs,
 * builds pyxis for the installed Slurm and keeps both in the cluster's bucket, from which nodes and login nodes take them.
 */
export interface SlurmContainerPackages {
  /** Debian package `enroot` for the nodes' architecture. @see https://github.com/NVIDIA/enroot/releases */
  readonly enroot: CheckedFile;
  /** Debian package `enroot+caps` of the same version. */
  readonly enrootCaps: CheckedFile;
  /** Source of pyxis, a `.tar.gz` with one top folder. @see https://github.com/NVIDIA/pyxis/releases */
  readonly pyxis: CheckedFile;
}

const FILES = ["enroot", "enrootCaps", "pyxis"] as const;

/** Whether jobs can run in containers: said, or else where their software comes from an image or from files that are named. */
export function hasContainers(props: SlurmHeadNodeProps): boolean {
  return props.containers ?? (props.slurmPackages === "image" || props.containerPackages !== undefined);
}

/** Shell variables for `containers` and `containers-source`. */
export function containerSettings({ containerPackages: files }: SlurmHeadNodeProps): Record<string, string> {
  if (files === undefined) return {};
  return {
    ENROOT_URL: files.enroot.url,
    ENROOT_SHA256: files.enroot.sha256.toLowerCase(),
    ENROOT_CAPS_URL: files.enrootCaps.url,
    ENROOT_CAPS_SHA256: files.enrootCaps.sha256.toLowerCase(),
    PYXIS_URL: files.pyxis.url,
    PYXIS_SHA256: files.pyxis.sha256.toLowerCase(),
  };
}

/** What can be wrong with `containers` and `containerPackages`. */
export function checkContainers(props: SlurmHeadNodeProps, problems: Problems): void {
  const { containers, containerPackages: files } = props;
  const packaged = (props.slurmPackages ?? "distribution") === "distribution";
  if (containers && packaged && files === undefined) {
    problems.add(
      "required",
      "containerPackages",
      'containerPackages is required with containers: true, since no distribution has enroot and pyxis; give the address and checksum of their files, or slurmPackages "image" with images that hold them',
    );
  }
  if (files === undefined) return;
  if (!packaged || containers === false) {
    const why = packaged ? "containers is false" : 'the images hold them with slurmPackages "image"';
    problems.add("conflict", "containerPackages", `containerPackages must be left out, since ${why}; remove it`);
  }
  for (const name of FILES) {
    const path = `containerPackages.${name}`;
    const { url, sha256 } = files[name] ?? {};
    if (typeof url !== "string" || (isKnown(url) && !/^https:\/\/[^\s/'"]+\/[^\s'"]+$/.test(url))) {
      problems.add(
        "malformed",
        `${path}.url`,
        `${path}.url must be an https:// address, got ${JSON.stringify(url)}; use that of the file`,
      );
    }
    if (typeof sha256 !== "string" || (isKnown(sha256) && !/^[0-9a-fA-F]{64}$/.test(sha256))) {
      problems.add(
        "malformed",
        `${path}.sha256`,
        `${path}.sha256 must be 64 hexadecimal digits, got ${JSON.stringify(sha256)}; use what sha256sum prints for the file`,
      );
    }
  }
}
