import type { Problems } from "../../../errors";
import type { SlurmContainerPackages } from "./container-packages-props";

/** What a head is told of containers. */
interface ContainerProps {
  readonly containers?: boolean;
  readonly slurmPackages?: "distribution" | "image";
  readonly containerPackages?: SlurmContainerPackages;
}

/** Whether jobs can run in containers: said, or else where their software comes from an image or from files that are named. */
export function hasContainers(props: ContainerProps): boolean {
  return props.containers ?? (props.slurmPackages === "image" || props.containerPackages !== undefined);
}

/** Shell variables for `containers` and `containers-source`. */
export function containerSettings({ containerPackages: files }: ContainerProps): Record<string, string> {
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

/**
 * What can be wrong with `containers` and `containerPackages`.
 *
 * @param imagesMayHold whether the cloud takes images that have them
 */
export function checkContainers(props: ContainerProps, problems: Problems, imagesMayHold: boolean): void {
  const { containers, containerPackages: files } = props;
  const packaged = props.slurmPackages !== "image";
  if (containers && packaged && files === undefined) {
    problems.add(
      "required",
      "containerPackages",
      `containerPackages is required with containers: true, since no distribution has enroot and pyxis; give the address and checksum of their files${imagesMayHold ? ', or slurmPackages "image" with images that hold them' : ""}`,
    );
  }
  if (files === undefined) return;
  if (!packaged || containers === false) {
    const why = packaged ? "containers is false" : 'the images hold them with slurmPackages "image"';
    problems.add("conflict", "containerPackages", `containerPackages must be left out, since ${why}; remove it`);
  }
}
