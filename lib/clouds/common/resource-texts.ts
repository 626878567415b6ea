import type { TerraformResource } from "cdktf";
import type { IConstruct } from "constructs";
import type { Problems } from "../../errors";
import { shown } from "../../props/shown";
import { isResource } from "./terraform-resource";
import { isToken } from "./terraform-text";

/** What a cloud takes as one text of a resource. */
export interface TextRule {
  /** The whole text. */
  readonly form: RegExp;
  /** The form in words. */
  readonly words: string;
  readonly most: number;
  readonly least?: number;
}

/** What a cloud takes as tags. */
export interface TagRules {
  /** Most tags of one resource. */
  readonly most: number;
  readonly key: TextRule;
  readonly value: TextRule;
  /** Keys that the cloud keeps for itself. */
  readonly reserved: { readonly form: RegExp; readonly words: string };
}

/** What a cloud takes as texts of its resources. */
export interface CloudTexts {
  readonly title: string;
  /** What the types of its resources begin with. */
  readonly prefix: string;
  /** Rules by type of resource and attribute, as the provider's classes call it. */
  readonly types: Readonly<Record<string, Readonly<Record<string, TextRule>>>>;
  readonly tags: TagRules;
}

/** A text that the cloud would refuse, with where it is. */
function problemOf(where: string, what: string, text: unknown, rule: TextRule): string[] {
  if (text === undefined || text === null || isToken(text)) return [];
  if (typeof text !== "string") return [`${where}: ${what} must be text, got ${shown(text)}`];
  const { length } = [...text];
  const range = rule.least === undefined ? `at most ${rule.most}` : `${rule.least} to ${rule.most}`;
  if (rule.form.test(text) && length <= rule.most && length >= (rule.least ?? 0)) return [];
  return [
    `${where}: ${what} must be ${range} characters of ${rule.words}, got ${shown(text)}${length > rule.most ? ` of ${length} characters` : ""}; change the id, name or text that it is made of`,
  ];
}

/** What is wrong with the tags of one resource. */
export function tagProblems(where: string, tags: unknown, { title, tags: rules }: CloudTexts): string[] {
  if (tags === undefined || tags === null || isToken(tags)) return [];
  const entries = Object.entries(tags as object);
  const count =
    entries.length > rules.most ? [`${where}: ${title} takes ${rules.most} tags, got ${entries.length}`] : [];
  return [
    ...count,
    ...entries.flatMap(([key, value]) => [
      ...problemOf(where, "the key of a tag", key, rules.key),
      ...problemOf(where, `the value of tag "${key}"`, value, rules.value),
    ]),
  ];
}

/** Checks tags that a construct was given. */
export function addTagProblems(problems: Problems, tags: unknown, { tags: rules }: CloudTexts): void {
  if (tags === undefined || isToken(tags)) return;
  if (typeof tags !== "object" || tags === null || Array.isArray(tags)) {
    const message = `tags must be an object of texts such as { team: "vision" }, got ${shown(tags)}`;
    problems.add("malformed", "tags", message);
    return;
  }
  const { key: ofKey, value: ofValue, reserved } = rules;
  for (const [key, value] of Object.entries(tags)) {
    if (reserved.form.test(key)) problems.add("not-allowed", "tags", `tags must not ${reserved.words}, got "${key}"`);
    else if (!ofKey.form.test(key) || key.length > ofKey.most)
      problems.add(
        "malformed",
        "tags",
        `tags must have keys of ${ofKey.least} to ${ofKey.most} ${ofKey.words}, got "${key}"`,
      );
    const fits = typeof value === "string" && ofValue.form.test(value) && value.length <= ofValue.most;
    if (!isToken(value) && !fits)
      problems.add(
        "malformed",
        "tags",
        `tags must have values of at most ${ofValue.most} ${ofValue.words}, got ${shown(value)} for "${key}"`,
      );
  }
}

/**
 * Names, descriptions and tags of the resources beneath a construct that the cloud would refuse at apply, half way through. Ids of
 * constructs and free texts flow into them; `stopAt` says which children answer for themselves.
 */
export function textProblems(
  construct: IConstruct,
  texts: CloudTexts,
  stopAt: (child: IConstruct) => boolean,
): string[] {
  return construct.node.children.flatMap((child) => {
    if (stopAt(child)) return [];
    return [...(isResource(child) ? resourceProblems(child, texts) : []), ...textProblems(child, texts, stopAt)];
  });
}

function resourceProblems(resource: TerraformResource, rules: CloudTexts): string[] {
  const type = resource.terraformResourceType;
  if (!type.startsWith(rules.prefix)) return [];
  const given = resource as unknown as Readonly<Record<string, unknown>>;
  const where = `${type} "${resource.node.path}"`;
  const texts = Object.entries(rules.types[type] ?? {}).flatMap(([attribute, rule]) =>
    problemOf(
      where,
      attribute.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      given[`${attribute}Input`],
      rule,
    ),
  );
  return [...texts, ...tagProblems(where, given.tagsInput, rules)];
}
