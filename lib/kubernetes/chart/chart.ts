import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "../../units/make-folder";
import { helmValuePaths, toTemplate } from "./helm-value";
import { type ImageMirror, imagesOf, mirroredObjects } from "./image-mirror";
import { type KubernetesObject, manifestsYaml, manifestYaml } from "./manifest";

/** One file of a chart; the path is relative to the chart's folder. */
export interface ChartFile {
  readonly path: string;
  readonly text: string;
}

/** Objects of a chart with the files that they read. */
export interface ChartPart {
  readonly objects: readonly KubernetesObject[];
  readonly files: readonly ChartFile[];
}

/** A local Helm chart: what its folder holds, sorted by path, and the values that a release has to give. */
export interface LocalChart {
  readonly name: string;
  readonly files: readonly ChartFile[];
  /** Paths below `.Values` that must be given, sorted. */
  readonly requiredValues: readonly string[];
  /** Images of its pods in the registries that publish them, sorted. */
  readonly images: readonly string[];
}

export interface LocalChartProps {
  readonly name: string;
  readonly description: string;
  /** Version of the chart, semantic. @default "0.1.0" */
  readonly version?: string;
  /** Template file name without its ending (`ray`, `queues`) and the objects in it. Groups without objects are left out. */
  readonly groups: Readonly<Record<string, readonly KubernetesObject[]>>;
  /** Further files that templates read with `.Files.Get` or people read: programs, dashboards. */
  readonly files?: readonly ChartFile[];
  /** Registry from which pods pull public images. @default - from those registries */
  readonly mirror?: ImageMirror;
}

/** A chart that holds the given objects; the same input gives the same bytes. */
export function localChart(props: LocalChartProps): LocalChart {
  const chartYaml = manifestYaml({
    apiVersion: "v2",
    name: props.name,
    description: props.description,
    type: "application",
    version: props.version ?? "0.1.0",
  });
  const groups = Object.entries(props.groups).filter(([, objects]) => objects.length > 0);
  const { mirror = {} } = props;
  const texts = groups.map(([name, objects]) => ({
    path: `templates/${name}.yaml`,
    text: manifestsYaml(mirroredObjects(objects, mirror)),
  }));
  const images = imagesOf(groups.flatMap(([, objects]) => objects));
  const requiredValues = [...new Set(texts.flatMap(({ text }) => helmValuePaths(text)))].sort();
  const files = [
    { path: "Chart.yaml", text: chartYaml },
    ...texts.map(({ path, text }) => ({ path, text: toTemplate(text) })),
    ...(props.files ?? []),
  ];
  return { name: props.name, files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), requiredValues, images };
}

/**
 * Writes a chart's files below a folder. Each file is there whole or not at all, so that another process that writes the same
 * chart, or copies it, never sees half of one.
 */
export function writeChart(chart: LocalChart, folder: string): void {
  const staging = `${folder}.${process.pid}`;
  for (const file of chart.files) {
    const path = join(folder, file.path);
    if (existsSync(path) && readFileSync(path, "utf8") === file.text) continue;
    makeFolder(dirname(path));
    writeFileSync(staging, file.text);
    renameSync(staging, path);
  }
}
