import { Problems } from "../../../errors";
import { SYSTEM_DIRECTORIES } from "../../../model/system-paths";
import { isKnown } from "../../common/terraform-text";

/** Checks where something is to be mounted; throws where that is no usable path. */
export function checkMountPath(where: string, path: string): void {
  const problems = new Problems();
  if (!isKnown(path) || !/^(\/[A-Za-z0-9._-]+)+$/.test(path) || /\/\.\.?(\/|$)/.test(path)) {
    const suggestion = `/${String(path ?? "")
      .replace(/[^A-Za-z0-9._/-]+/g, "-")
      .replace(/^\/+|\/+$/g, "")}`;
    problems.add(
      "malformed",
      "path",
      `path must be absolute, of letters, digits, dots, dashes and underscores, without a slash at the end, got "${path}"; use "${/^(\/[A-Za-z0-9._-]+)+$/.test(suggestion) && !suggestion.includes("/.") ? suggestion : "/shared"}"`,
    );
  } else if (SYSTEM_DIRECTORIES.includes(path)) {
    problems.add("not-allowed", "path", `path must not hide a directory of the system, got "${path}"; use "/shared"`);
  }
  problems.throwIfAny(where);
}
