import type { Problems } from "../../../errors";
import { isKnown } from "../../common/terraform-text";
import type { SlurmHeadNodeProps } from "./slurm-head-node-props";

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
