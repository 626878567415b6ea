import type { TerraformResource } from "cdktf";
import type { IConstruct } from "constructs";
import type { Problems } from "../../errors";
import { shown } from "../../props/shown";
import { TAG_RULES, TEXT_RULES, type TextRule } from "./resource-text-rules";
import { isResource } from "./terraform-resource";
import { isToken } from "./terraform-text";

/** A text that AWS would refuse, with where it is. */
function problemOf(where: string, what: string, text: unknown, rule: TextRule): string[] {
  if (text === undefined || text === null || isToken(text)) return [];
  if (typeof text !== "string") return [`${where}: ${what} must be text, got ${JSON.stringify(text)}`];
  const { length } = [...text];
  const range = rule.least === undefined ? `at most ${rule.most}` : `${rule.least} to ${rule.most}`;
  if (rule.form.test(text) && length <= rule.most && length >= (rule.least ?? 0)) return [];
  return [
    `${where}: ${what} must be ${range} characters of ${rule.words}, got ${JSON.stringify(text)}${length > rule.most ? ` of ${length} characters` : ""}; change the id, name or text that it is made of`,
  ];
}

/** What is wrong with the tags of one resource. */
export function tagProblems(where: string, tags: unknown): string[] {
  if (tags === undefined || tags === null || isToken(tags)) return [];
  const entries = Object.entries(tags as object);
  const count =
    entries.length > TAG_RULES.most ? [`${where}: AWS takes ${TAG_RULES.most} tags, got ${entries.length}`] : [];
  return [
    ...count,
    ...entries.flatMap(([key, value]) => [
      ...problemOf(where, "the key of a tag", key, TAG_RULES.key),
      ...problemOf(where, `the value of tag "${key}"`, value, TAG_RULES.value),
    ]),
  ];
}

/** Checks tags that a construct was given. */
export function addTagProblems(problems: Problems, tags: unknown): void {
  if (tags === undefined || isToken(tags)) return;
  if (typeof tags !== "object" || tags === null || Array.isArray(tags)) {
    const message = `tags must be an object of texts such as { team: "vision" }, got ${JSON.stringify(tags)}`;
    problems.add("malformed", "tags", message);
    return;
  }
  for (const [key, value] of Object.entries(tags)) {
    if (/^aws:/i.test(key))
      problems.add("not-allowed", "tags", `tags must not begin with "aws:", which AWS keeps for itself, got "${key}"`);
    else if (!TAG_RULES.key.form.test(key) || key.length > TAG_RULES.key.most)
      problems.add("malformed", "tags", `tags must have keys of 1 to 128 ${TAG_RULES.key.words}, got "${key}"`);
    const fits = typeof value === "string" && TAG_RULES.value.form.test(value) && value.length <= TAG_RULES.value.most;
    if (!isToken(value) && !fits)
      problems.add(
        "malformed",
        "tags",
        `tags must have values of at most 256 ${TAG_RULES.value.words}, got ${shown(value)} for "${key}"`,
      );
  }
}

/**
 * Names, descriptions and tags of the resources beneath a construct that AWS would refuse at apply, half way through. Ids of
 * constructs and free texts flow into them; `stopAt` says which children answer for themselves.
 */
export function textProblems(construct: IConstruct, stopAt: (child: IConstruct) => boolean): string[] {
  return construct.node.children.flatMap((child) => {
    if (stopAt(child)) return [];
    return [...(isResource(child) ? resourceProblems(child) : []), ...textProblems(child, stopAt)];
  });
}

function resourceProblems(resource: TerraformResource): string[] {
  const type = resource.terraformResourceType;
  if (!type.startsWith("aws_")) return [];
  const given = resource as unknown as Readonly<Record<string, unknown>>;
  const where = `${type} "${resource.node.path}"`;
  const texts = Object.entries(TEXT_RULES[type] ?? {}).flatMap(([attribute, rule]) =>
    problemOf(
      where,
      attribute.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      given[`${attribute}Input`],
      rule,
    ),
  );
  return [...texts, ...tagProblems(where, given.tagsInput)];
}
