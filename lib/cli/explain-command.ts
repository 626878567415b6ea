import { WarpformError } from "../errors";
import { rules } from "../review/rules/list";
import { nearest } from "../units/nearest";

/** Prints what a rule is about. */
export function explainCommand(id: string): void {
  const rule = rules.find((row) => row.id === id);
  if (rule === undefined) {
    const near = nearest(
      id,
      rules.map((row) => row.id),
    );
    const advice =
      near.length > 0 ? `did you mean ${near.join(", ")}` : `the rules are ${rules.map((row) => row.id).join(", ")}`;
    throw new WarpformError("warpform explain", [
      { code: "unknown-name", path: "rule", message: `there is no rule "${id}"; ${advice}` },
    ]);
  }
  console.log(
    `${rule.id} (${rule.severity})\n\n${rule.title}\n\nWhy: ${rule.why}\n\nFix: ${rule.fix}\n\nVerify: ${rule.verify}\n\nSource: ${rule.source}`,
  );
}
