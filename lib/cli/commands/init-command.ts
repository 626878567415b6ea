import { type Answers, answersOf, withFallbacks } from "../init/answers";
import { type Ask, askWhatIsMissing, onTerminal } from "../init/ask";
import { projectOf } from "../init/project-of-answers";
import type { InitFlags } from "../init/questions";
import { NATIVE_ENGINE } from "../native-engine";
import { projectName, reportProject, writeProject } from "../projects/write-project";
import { paragraph } from "../terminal/text-table";
import { planCommand } from "./plan-command";

export interface InitOptions extends InitFlags {
  /** Takes defaults for all that is not given, and asks nothing. */
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** Why no designs are shown for a cluster that exists. */
const NOTHING_TO_RANK =
  "The nodes of an existing cluster are given, so that no designs are ranked. `npm run review` shows how long the run takes on them; `warpform plan --cloud <name>` ranks the nodes that a cloud rents.";

const DESIGNS_SHOWN = "5";

/** Designs for the workload in its Region; says nothing of the exit status, since the choice is the user's. */
function showPlan(flags: InitFlags, { cloud, region, instanceType }: Answers): void {
  const status = process.exitCode;
  const types = instanceType === undefined ? {} : { instanceType: [instanceType] };
  planCommand([], {
    ...flags,
    instanceType: undefined,
    ...types,
    cloud: [cloud],
    region: [region],
    set: [],
    by: "cost",
    top: DESIGNS_SHOWN,
  });
  process.exitCode = status;
}

/** Answers of the options, and of the terminal where there is one. */
async function answersWith(flags: InitFlags, json: boolean, ask: Ask | null): Promise<Answers> {
  const given = withFallbacks(ask === null ? flags : await askWhatIsMissing(flags, ask));
  const answers = answersOf(given);
  if (json) return answers;
  const { cloud: _c, region: _r, scheduler, engine, instanceType, platform, nodes, storageClass, ...workload } = given;
  if (answers.existing !== undefined) {
    console.log(paragraph(NOTHING_TO_RANK));
    return answers;
  }
  console.log("");
  showPlan(workload, answers);
  console.log("");
  if (ask === null || instanceType !== undefined) return answers;
  const chosen = await ask("Instance type (Enter: sized from the workload, On-Demand): ");
  return chosen === "" ? answers : answersOf({ ...given, instanceType: chosen });
}

/** Asks what a cluster is for, shows the designs that fit, and writes a project with a test and a CI workflow. */
export async function initCommand(directory: string, { yes, json, ...flags }: InitOptions): Promise<void> {
  const name = projectName("init", directory);
  const asks = process.stdin.isTTY && !yes && !json;
  const answers = await (asks
    ? onTerminal((ask) => answersWith(flags, false, ask))
    : answersWith(flags, json ?? false, null));
  const files = projectOf(name, answers, NATIVE_ENGINE);
  writeProject("init", directory, files);
  reportProject(directory, files, json ?? false);
}
