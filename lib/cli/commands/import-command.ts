import { stringify } from "yaml";
import { importPcluster, readPcluster } from "../../clouds/read-pcluster";
import { refuse } from "../command-error";
import { clusterNameOf, pclusterValue } from "../pcluster/pcluster-file";
import { requireOwnFiles, writeFile } from "../write-file";

export interface ImportOptions {
  readonly zone: string;
  /** File to write. @default - standard output */
  readonly output?: string;
}

/** Writes the blueprint of an AWS ParallelCluster configuration; what has no counterpart is a comment above it. */
export function importCommand(path: string, { zone, output }: ImportOptions): void {
  requireOwnFiles("import", [path], { "--output": output });
  const name = clusterNameOf(path);
  const config = pclusterValue("import", path);
  const read = importPcluster(name, config, zone);
  if (read === undefined || Object.keys(read.blueprint.pools as object).length === 0) {
    const value = readPcluster(name, config);
    refuse(
      "import",
      "not-allowed",
      "config",
      value === undefined
        ? `${path} is not a ParallelCluster 3 configuration: it has no HeadNode and Scheduling; give one, templates rendered`
        : `${path} has no compute resource to import: ${value.whyNoNodes}; give a ParallelCluster 3 configuration for Slurm, templates rendered`,
    );
  }
  const comments = [
    "Imported from an AWS ParallelCluster configuration. Review it before you deploy: npx warpform review FILE",
    ...(read.notes.length > 0 ? ["", "Not imported:", ...read.notes.map((note) => `- ${note}`)] : []),
  ];
  const text = `${comments.map((line) => `# ${line}`.trimEnd()).join("\n")}\n\n${stringify(read.blueprint, { aliasDuplicateObjects: false, lineWidth: 0 })}`;
  if (output === undefined) process.stdout.write(text);
  else {
    writeFile("import", "--output", output, text);
    console.error(`wrote ${output}`);
  }
}
