import { BlueprintError, problem } from "./blueprint-error";
import { SourceFile } from "./source";

/**
 * A setting `pools.h100.nodes.max=8` as one more overlay, so that its mistakes are reported like any other's. Numbers between
 * the dots or in brackets are places in lists, the value is YAML, and `null` takes the key away.
 *
 * @throws BlueprintError where there is no key, no value, or the value is no YAML
 */
export function settingAsSource(setting: string): SourceFile {
  const split = setting.indexOf("=");
  const name = setting.slice(0, Math.max(0, split));
  const found = [...name.matchAll(/[^.[\]]+/g)];
  const keys = found.map(([key]) => key);
  if (!/^[^.[\]]+(\.[^.[\]]+|\[\d+\])*$/.test(name)) {
    throw mistake(setting, 0, `a setting must look like pools.h100.nodes.max=8, got "${setting}"`);
  }
  const text = setting.slice(split + 1).trim();
  if (text === "") {
    const message = `${name} is set to nothing; write ${name}=null to remove it, or ${name}='""' for empty text`;
    throw mistake(setting, split, message);
  }
  const { document, mistakes } = new SourceFile("--set", text);
  if (mistakes.length > 0) throw mistake(setting, split + 1, mistakes[0]!.message);
  // A "#" of a value is part of it: on a command line nobody writes comments.
  const commented = document.comment ?? document.commentBefore ?? document.contents?.comment;
  const value: unknown = commented ? text : document.toJS();
  // JSON has no infinity, YAML has; it must be refused where it does not fit, not read as null.
  const written = typeof value === "number" ? text : JSON.stringify(value);
  const start = keys.map((key) => `{ ${JSON.stringify(key)}: `).join("");
  // each key with its offset in the text that is parsed, and its column in the setting
  const places = keys.map((_, i) => ({
    offset: keys.slice(0, i).reduce((sum, key) => sum + `{ ${JSON.stringify(key)}: `.length, 2),
    column: found[i]!.index + 1,
  }));
  const columnOf = (offset: number) =>
    offset < start.length ? (places.findLast((place) => place.offset <= offset)?.column ?? 1) : split + 2;
  const shown = { text: setting, columnOf };
  return new SourceFile("--set", `${start}${written}${" }".repeat(keys.length)}`, shown);
}

function mistake(setting: string, offset: number, message: string): BlueprintError {
  const location = { file: "--set", line: 1, column: offset + 1, text: setting };
  return new BlueprintError("--set", [problem("malformed", [], message, location)]);
}
