import type { Field } from "../../../props/field";
import { made, says } from "../../../props/nested-fields";
import type { Notes } from "../../../props/notes";
import { isToken } from "../../common/terraform-text";
import type { DlamiOs, Image } from "./image";

const IMAGE_OS: readonly DlamiOs[] = ["al2023", "ubuntu-22.04", "ubuntu-24.04"];

/** https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_PutParameter.html#systemsmanager-PutParameter-request-Name */
const PARAMETER = /^[\w.\-/]{1,1011}$/;

/** What a value that is no text, as an environment variable that is not set, needs beside its message. */
const unset = (value: unknown): string => (value === undefined ? " (is an environment variable not set?)" : "");

/** Notes what is wrong with an image by its maker's arguments, which JavaScript does not check. */
function checkImage(image: Image, at: string, notes: Notes): void {
  const os: unknown = image.os;
  if (!IMAGE_OS.some((known) => known === os))
    notes.none("not-allowed", at, `of ${IMAGE_OS.map((one) => `"${one}"`).join(", ")}`, os, '"ubuntu-24.04"');
  const id: unknown = image.amiId;
  if (image.kind === "pinned" && !isToken(id) && !(typeof id === "string" && /^ami-[0-9a-f]{8,17}$/.test(id)))
    notes.problems.add(
      "malformed",
      at,
      `${at} id must look like "ami-0123456789abcdef0", got ${id === undefined ? "undefined" : JSON.stringify(id)}${unset(id)}`,
    );
  if (image.kind !== "ssm") return;
  const name: unknown = image.parameter?.("x86_64");
  if (!isToken(name) && !(typeof name === "string" && PARAMETER.test(name)))
    notes.problems.add(
      "malformed",
      at,
      `${at} must name an SSM parameter such as "/images/gpu/latest", got ${name === undefined ? "undefined" : JSON.stringify(name)}${unset(name)}`,
    );
}

/** An image, with the system and the name that its maker was given. */
export function image(example: string): Field<Image, false> {
  const field = made<Image>(`an Image, such as ${example}`, says("kind"));
  return {
    ...field,
    check(value, at, notes) {
      const before = notes.problems.all.length;
      field.check(value, at, notes);
      if (notes.problems.all.length === before) checkImage(value as Image, at, notes);
    },
  };
}
