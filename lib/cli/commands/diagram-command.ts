import { pictureDrawio } from "../../review/picture/drawio";
import { pictureMermaid } from "../../review/picture/mermaid";
import { pictureOf } from "../../review/picture/picture";
import { pictureSvgFile } from "../../review/picture/svg-file";
import type { Picture } from "../../review/picture/types";
import { refuse } from "../command-error";
import { reviewedInput } from "../reviewed-input";
import { fileOf, requireOwnFiles, writeFile } from "../write-file";

export const DIAGRAM_FORMATS = ["svg", "mermaid", "drawio"] as const;

export interface DiagramOptions {
  readonly set: readonly string[];
  /** @default svg */
  readonly format: (typeof DIAGRAM_FORMATS)[number];
  /** File to write. @default - standard output */
  readonly output?: string;
}

const WRITERS: Readonly<Record<DiagramOptions["format"], (picture: Picture) => string>> = {
  svg: pictureSvgFile,
  mermaid: pictureMermaid,
  drawio: pictureDrawio,
};

/** Draws the cluster of a blueprint with the review's errors and warnings at its parts. */
export function diagramCommand(paths: readonly string[], options: DiagramOptions): void {
  requireOwnFiles("diagram", paths, { "--output": options.output });
  const { reviews } = reviewedInput(paths, { set: options.set });
  const pictures = reviews.map(({ design, result }) => pictureOf(design, result));
  const { format, output } = options;
  if (output === undefined) {
    if (pictures.length > 1)
      refuse(
        "diagram",
        "required",
        "--output",
        `--output is required for a design of several Regions (${pictures.map(({ title }) => title).join(", ")}); give it a file name`,
      );
    for (const picture of pictures) console.log(WRITERS[format](picture).trimEnd());
    return;
  }
  for (const picture of pictures) {
    const file = fileOf(output, pictures.length === 1 ? null : picture.title);
    writeFile("diagram", "--output", file, WRITERS[format](picture));
    console.error(`wrote ${file}`);
  }
}
