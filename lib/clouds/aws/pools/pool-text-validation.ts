import type { Problems } from "../../../errors";
import { shown } from "../../../props/shown";
import { placement as group, say } from "../../../remedies/sentence";
import { checkProps } from "../../common/check-props";
import { checkTaints } from "../../common/pools/check-taints";
import { addTagProblems } from "../../common/resource-texts";
import { isKnown } from "../../common/terraform-text";
import { BOOT_STEP } from "../shared/aws-fields";
import { type BootStep, DEFAULT_CONTENT_TYPE } from "../shared/boot-step";
import { checkProfileName } from "../shared/names";
import { AWS_TEXTS } from "../shared/resource-text-rules";
import type { GpuNodePoolProps } from "./gpu-node-pool-props";

/** Checks names, labels, tags and boot steps of a pool. */
export function checkPoolTexts(problems: Problems, props: GpuNodePoolProps): void {
  const { instanceProfileName, placement } = props;
  checkProfileName(problems, "instanceProfileName", instanceProfileName, "gpu-nodes");
  if (
    placement?.kind === "existing" &&
    (typeof placement.groupName !== "string" || placement.groupName.trim() === "")
  ) {
    problems.add(
      "required",
      "placement",
      say`placement must name the existing group, got ${shown(placement.groupName)}; use ${group("existing")} or ${group("none")}`,
    );
  }
  checkLabels(problems, props.labels);
  checkTaints(problems, props.taints);
  addTagProblems(problems, props.tags, AWS_TEXTS);
  for (const [index, step] of (props.bootSteps ?? []).entries())
    checkScript(problems, `bootSteps[${index}].text`, step);
}

function checkLabels(problems: Problems, labels: GpuNodePoolProps["labels"] = {}): void {
  for (const [key, value] of Object.entries(labels)) {
    if (/^[A-Za-z0-9]([\w./-]*[A-Za-z0-9])?$/.test(key) && (!isKnown(value) || /^[\w.-]{1,63}$/.test(value))) continue;
    const message = `labels must have keys and values of letters, digits, dots, dashes and underscores, values of 1 to 63, got ${shown(key)}: ${shown(value)}; they become Slurm features and Kubernetes labels`;
    problems.add("malformed", `labels.${key}`, message);
  }
}

/** Checks a step that is added to a pool after it was made. @throws WarpformError with all that is wrong */
export function requireBootStep(where: string, step: BootStep): void {
  const problems = checkProps(where, BOOT_STEP, step);
  checkScript(problems, "text", step);
  problems.throwIfAny(where);
}

/** A script needs its interpreter's name in the first line. */
function checkScript(problems: Problems, at: string, step: BootStep): void {
  const script = (step.contentType ?? DEFAULT_CONTENT_TYPE) === "text/x-shellscript";
  if (script && isKnown(step.text) && !step.text.startsWith("#!"))
    problems.add(
      "malformed",
      at,
      `${at} is a script and must begin with "#!", since cloud-init runs it no other way; begin with "#!/bin/bash"`,
    );
}
