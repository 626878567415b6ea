import { type BootStep, bootPhases } from "../../shared/boot-step";
import { program } from "../../shared/program-text";

/** Ends a step's text; no script has such a line. */
const END = "==warpform-boot-step-end==";

/** Steps in the order in which they run: by phase, then as added. */
export function inBootOrder(steps: readonly BootStep[]): BootStep[] {
  return bootPhases.flatMap((phase) => steps.filter((step) => step.phase === phase));
}

const isScript = ({ contentType }: BootStep): boolean =>
  contentType === undefined || contentType === "text/x-shellscript";

/**
 * The steps with all scripts in one, which installs them as a service: cloud-init runs a script once, whatever becomes of it, and a
 * failing mirror at that minute would leave a node half made. EKS' node agent has its own ways, and needs its scripts done before it
 * starts: there they stay as they are.
 */
export function asService(steps: readonly BootStep[]): readonly BootStep[] {
  const scripts = inBootOrder(steps).filter(isScript);
  if (scripts.length === 0 || steps.some(({ contentType }) => contentType === "application/node.eks.aws")) return steps;
  const installed = scripts.map(({ name, text, everyBoot }, index) => {
    const file = `${String(index).padStart(2, "0")}-${name}${everyBoot ? ".every" : ""}`;
    return `step ${file} <<'${END}'\n${text.trimEnd()}\n${END}\n`;
  });
  const start =
    "systemctl daemon-reload\nsystemctl enable --quiet warpform-boot\nsystemctl start warpform-boot ||\n  echo 'some boot steps failed, and are tried again; see: journalctl -u warpform-boot' >&2\n";
  const service: BootStep = {
    name: "boot-steps",
    phase: "health",
    text: program("boot-service.sh", {}) + installed.join("") + start,
  };
  return [...steps.filter((step) => !isScript(step)), service];
}
