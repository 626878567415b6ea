import { setUpProgram } from "../../../slurm/node-programs";
import type { CheckedFile } from "../../common/slurm/container-packages-props";
import { program } from "../shared/program-text";
import { cloudProgram } from "../slurm/site-files";
import { BAKED_PACKAGES, BAKED_PROGRAMS, DISK_PACKAGES } from "./baked-packages";
import type { NodeImageContent, NodeImageProps } from "./node-image-props";

/** One component of an image: a program that runs while it is built, and what must hold in the finished one. */
export interface BakeStep {
  readonly name: string;
  readonly text: string;
  readonly tests: readonly string[];
}

/** Functions of a set-up program as they stand there. */
const shellFunctions = (text: string, ...names: readonly string[]): string =>
  names.map((name) => new RegExp(`^${name}\\(\\) \\{(\\n[\\s\\S]*?^| .* )\\}\\n`, "m").exec(text)![0]).join("");

/** The program that installs a content's packages by the very functions that a set-up installs them by at boot. */
function packages(wanted: readonly string[], aptSnapshot: string | undefined): string {
  const bake = program("bake-packages.sh", { APT_SNAPSHOT: aptSnapshot ?? "", WANTED: wanted.join(" ") });
  const functions = [
    shellFunctions(setUpProgram("steps.sh"), "retry"),
    shellFunctions(setUpProgram("units.sh"), "settings", "changed"),
    shellFunctions(
      setUpProgram("common.sh"),
      "service_users",
      "metrics_user",
      "update_lists",
      "installed",
      "install_packages",
    ),
    shellFunctions(cloudProgram("cloud.sh"), "clock_sources"),
  ];
  return `#!/bin/bash\nset -euo pipefail\n${functions.join("")}${bake}`;
}

function file(name: string, { url, sha256 }: CheckedFile, install: boolean): BakeStep {
  const digest = sha256.toLowerCase();
  const settings = { URL: url, SHA256: digest, INSTALL: install ? "yes" : "no" };
  return { name, text: program("bake-file.sh", settings), tests: [`test -s /opt/warpform/baked/${digest}`] };
}

/** enroot is installed where jobs run or are submitted; a head only hands it out, and builds pyxis. */
function containers({ contents, containerPackages: files }: NodeImageProps): BakeStep[] {
  if (files === undefined) return [];
  const onHead = contents.includes("slurm-head");
  return [
    file("enroot", files.enroot, !onHead),
    file("enroot-caps", files.enrootCaps, !onHead),
    ...(onHead ? [file("pyxis", files.pyxis, false)] : []),
  ];
}

const isPackaged = (content: NodeImageContent): content is keyof typeof BAKED_PACKAGES => content in BAKED_PACKAGES;

/** How an image is made, in order. */
export function bakeSteps(props: NodeImageProps): BakeStep[] {
  const { contents, cloudWatchAgent } = props;
  const wanted = [...contents.filter(isPackaged).flatMap((content) => BAKED_PACKAGES[content]), ...DISK_PACKAGES];
  const client = (content: "lustre" | "efs"): BakeStep[] =>
    contents.includes(content)
      ? [{ name: content, text: program(`${content}-client.sh`, {}), tests: BAKED_PROGRAMS[content] }]
      : [];
  return [
    {
      name: "packages",
      text: packages([...new Set(wanted)], props.aptSnapshot),
      tests: contents.filter(isPackaged).flatMap((content) => BAKED_PROGRAMS[content]),
    },
    ...client("lustre"),
    ...client("efs"),
    ...containers(props),
    ...(cloudWatchAgent ? [file("cloudwatch-agent", cloudWatchAgent, true)] : []),
    {
      name: "seal",
      text: program("bake-seal.sh", { CONTENTS: contents.join(" ") }),
      tests: ["test -s /etc/warpform/baked", "test ! -e /etc/munge/munge.key"],
    },
  ];
}

/**
 * A step as a document of EC2 Image Builder. JSON is YAML.
 * @see https://docs.aws.amazon.com/imagebuilder/latest/userguide/toe-use-documents.html
 */
export function componentDocument({ name, text, tests }: BakeStep): string {
  const step = (of: string, commands: readonly string[]) => ({
    name: of,
    action: "ExecuteBash",
    inputs: { commands: ["set -e", ...commands] },
  });
  // Image Builder's own templates are in two braces
  const file = `/tmp/warpform-${name}`;
  const encoded = Buffer.from(text).toString("base64");
  const install = [`echo ${encoded} | base64 -d > ${file}`, `bash ${file}`, `rm ${file}`];
  return JSON.stringify({
    schemaVersion: "1.0",
    phases: [
      { name: "build", steps: [step("install", install)] },
      { name: "test", steps: [step("check", tests)] },
    ],
  });
}
