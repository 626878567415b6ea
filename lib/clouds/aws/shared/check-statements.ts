import { Problems } from "../../../errors";
import { isObject } from "../../../props/nested-fields";
import { shown } from "../../../props/shown";
import { nearest } from "../../../units/nearest";
import { isToken } from "../../common/terraform-text";
import type { PolicyStatement } from "./policy";

const EXAMPLE = '{ Effect: "Allow", Action: ["s3:GetObject"], Resource: ["arn:aws:s3:::my-data/*"] }';
const KEYS = ["Sid", "Effect", "Action", "Resource", "Condition"];
/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_action.html */
const ACTION = /^(\*|[a-z0-9-]+:[A-Za-z0-9*?]+)$/;
/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_resource.html */
const RESOURCE = /^(\*|arn:[^:\s]+:.+)$/;

/**
 * Checks statements of a role's policy, which IAM would refuse at apply or which would allow nothing there.
 * @throws WarpformError with all that is wrong with them
 */
export function requireStatements(where: string, statements: readonly PolicyStatement[]): void {
  const problems = new Problems();
  if (statements.length === 0)
    problems.add("required", "statements", `grant takes at least one statement, such as grant(${EXAMPLE})`);
  statements.forEach((statement, index) => {
    checkStatement(statement, `statements[${index}]`, problems);
  });
  problems.throwIfAny(where);
}

function checkStatement(statement: PolicyStatement, at: string, problems: Problems): void {
  if (!isObject(statement)) {
    const advice = Array.isArray(statement)
      ? "; give each statement as an argument of its own: grant(...statements)"
      : "";
    problems.add("malformed", at, `${at} must be an object, such as ${EXAMPLE}, got ${shown(statement)}${advice}`);
    return;
  }
  for (const key of Object.keys(statement).filter((each) => !KEYS.includes(each))) {
    const near = nearest(key, KEYS, 1)[0];
    const instead = near === undefined ? `the parts are ${KEYS.join(", ")}` : `did you mean ${near}`;
    problems.add("unknown-name", `${at}.${key}`, `${at}.${key} is not a key of an IAM policy statement; ${instead}`);
  }
  const { Effect, Sid, Condition } = statement;
  if (Effect !== "Allow" && Effect !== "Deny")
    problems.add("malformed", `${at}.Effect`, `${at}.Effect must be "Allow" or "Deny", got ${shown(Effect)}`);
  if (Sid !== undefined && !/^[A-Za-z0-9]*$/.test(Sid))
    problems.add("malformed", `${at}.Sid`, `${at}.Sid must be letters and digits, got ${shown(Sid)}`);
  if (Condition !== undefined && !isObject(Condition))
    problems.add(
      "malformed",
      `${at}.Condition`,
      `${at}.Condition must be an object of operators, got ${shown(Condition)}`,
    );
  checkTexts(statement.Action, `${at}.Action`, ACTION, 'actions such as "s3:GetObject"', problems);
  checkTexts(statement.Resource, `${at}.Resource`, RESOURCE, 'ARNs such as "arn:aws:s3:::my-data/*"', problems);
}

/** IAM takes one text in place of a list of one. */
function checkTexts(given: unknown, at: string, form: RegExp, words: string, problems: Problems): void {
  if (isToken(given)) return;
  const texts: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (texts.length === 0) problems.add("required", at, `${at} must be a list of ${words}, got []`);
  texts.forEach((text, index) => {
    const here = Array.isArray(given) ? `${at}[${index}]` : at;
    const fits = isToken(text) || (typeof text === "string" && form.test(text));
    if (!fits) problems.add("malformed", here, `${here} must be of ${words}, got ${shown(text)}`);
  });
}
