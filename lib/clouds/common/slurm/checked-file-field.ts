import { part } from "../../../props/nested-fields";
import { text } from "../../../props/simple-fields";
import type { CheckedFile, SlurmContainerPackages } from "./container-packages-props";

/** Where a file is fetched. */
export const address = () =>
  text({
    like: /^https:\/\/[^\s/'"]+\/[^\s'"]+$/,
    words: "an https:// address of a file",
    example: "https://example.com/package.deb",
  });
export const sha256 = () =>
  text({ like: /^[0-9a-fA-F]{64}$/, words: "64 hexadecimal digits, which sha256sum prints for the file" });

/** A file that is taken only with its checksum. */
export const checkedFile = () => part<CheckedFile>({ url: address(), sha256: sha256() });

export const containerPackages = () =>
  part<SlurmContainerPackages>({ enroot: checkedFile(), enrootCaps: checkedFile(), pyxis: checkedFile() });
