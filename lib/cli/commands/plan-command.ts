import type { Purchase } from "../../architectures/sizing/candidate-cluster";
import { isMeasured, measuredTypes } from "../../architectures/sizing/measured-types";
import { bestFirst, rankDesigns } from "../../architectures/sizing/rank-designs";
import type { RankedDesign, RankOptions, SpotMarket } from "../../architectures/sizing/ranked-design";
import { obstaclesOf } from "../../architectures/sizing/why-nothing-fits";
import { findInstanceType, instanceType, nearestInstanceTypes } from "../../catalog/instance-types";
import { regionOf } from "../../clouds/aws-rules";
import { defaultCloud } from "../../clouds/default-cloud";
import { Problems, WarpformError } from "../../errors";
import type { Workload } from "../../model/workload";
import type { CloudFacts } from "../../review/clouds/cloud-facts";
import { CLOUD_NAMES, factsNamed } from "../../review/clouds/list";
import { goalText } from "../../review/report/targets";
import { lengthProblem } from "../../review/rules/fit/sequence-above-model";
import { nearest } from "../../units/nearest";
import { type PlanSource, type WorkloadFlags, workloadOfBlueprint, workloadOfFlags } from "../plan-workload";
import { type Place, planBars, planNote, planTable, planVerdict, RUN_FIGURES, withPrice } from "../tables/plan-table";
import { type Table, tablesPage } from "../tables/tables-page";
import { withProgress } from "../terminal/progress";
import { paragraph, textTable } from "../terminal/text-table";
import { requireOwnFiles, writeFile } from "../write-file";

export interface PlanOptions extends WorkloadFlags {
  readonly set: readonly string[];
  /** Clouds to rank together. @default - the default cloud */
  readonly cloud?: readonly string[];
  /** One per cloud at most. */
  readonly region?: readonly string[];
  readonly by: "cost" | "time";
  readonly purchase?: readonly Purchase[];
  /** Spot prices, `p5.48xlarge=22`. */
  readonly spotPrice?: readonly string[];
  readonly spotInterruptions?: string;
  readonly instanceType?: readonly string[];
  readonly nodes?: string;
  readonly maxNodes?: string;
  readonly top: string;
  readonly json?: boolean;
  /** File for the ranking as a page. @default - none is written */
  readonly html?: string;
}

/** Ranks designs for a workload; the exit status is 1 where none meets its objective. */
export function planCommand(paths: readonly string[], options: PlanOptions): number {
  requireOwnFiles("plan", paths, { "--html": options.html });
  const problems = new Problems();
  const whole = (flag: string, text: string | undefined): number | undefined => {
    if (text === undefined || /^[1-9]\d{0,5}$/.test(text)) return text === undefined ? undefined : Number(text);
    problems.add("out-of-range", flag, `${flag} must be a whole number from 1 to 999999, got "${text}"`);
    return undefined;
  };
  const top = whole("--top", options.top);
  const nodes = whole("--nodes", options.nodes);
  const maxNodes = whole("--max-nodes", options.maxNodes);
  if (paths.length > 0 && options.model !== undefined) {
    problems.add("conflict", "--model", "--model and a blueprint cannot be combined; omit one");
  }
  const clouds = cloudsOf(options, problems);
  checkRegions(options, clouds, problems);
  checkTypes(options, problems);
  const spot = spotMarket(options, problems);
  const described = paths.length > 0 ? undefined : problems.attempt(() => workloadOfFlags(options));
  problems.throwIfAny("warpform plan");
  const source: PlanSource =
    described === undefined
      ? workloadOfBlueprint(paths, options.set)
      : { workload: described, availabilityZone: "", types: [] };
  const market = spot ?? source.spot;
  if (market === undefined && options.purchase?.includes("spot")) {
    const message =
      "--spot-price is required with --purchase spot, since the catalog has no Spot prices; add --spot-price p5.48xlarge=22";
    throw new WarpformError("warpform plan", [{ code: "required", path: "--spot-price", message }]);
  }
  const ofBlueprint = regionOf(source.availabilityZone);
  const places = clouds.map((cloud) => {
    const given = [...(options.region ?? []), ofBlueprint].find((name) => name && cloud.regions.includes(name));
    return { cloud, region: given ?? cloud.referenceRegion };
  });
  if (isMeasured(source.workload) && options.instanceType === undefined && source.types.length === 0) {
    const message =
      "--instance-type is required with unitsPerHourPerGpu, which holds on the GPU that it was measured on, and the blueprint has no pool; add --instance-type g6e.4xlarge";
    throw new WarpformError("warpform plan", [{ code: "required", path: "--instance-type", message }]);
  }
  const choicesIn = ({ cloud, region }: Place): RankOptions => ({
    lustre: cloud.regions.includes(ofBlueprint ?? "") ? source.lustre : undefined,
    region,
    cloud,
    by: options.by,
    purchases: options.purchase,
    spot: market,
    instanceTypes: options.instanceType ?? measuredTypes(source.workload, source.types, { region, cloud }),
    nodes,
    maxNodes,
  });
  const rank = (place: Place) => rankDesigns(source.workload, choicesIn(place));
  const designs = withProgress("ranking designs", () => bestFirst(places.flatMap(rank), options.by));
  const obstacles = designs.length > 0 ? [] : obstaclesOf(source.workload, choicesIn(places[0]!));
  const tooLong = source.workload.kind === "batch" ? null : lengthProblem(source.workload);
  const verdict = [
    planVerdict(designs, options.by, obstacles),
    ...(tooLong === null ? [] : [`Not valid: ${tooLong}.`]),
  ].join(" ");
  const shown = designs.slice(0, top);
  const ranking = { workload: source.workload, designs: shown, all: designs.length, places, verdict };
  if (options.html !== undefined) {
    writeFile("plan", "--html", options.html, page(ranking));
    console.error(`wrote ${options.html}`);
  }
  console.log(
    options.json
      ? JSON.stringify(
          {
            ...regionsOf(places),
            by: options.by,
            considered: designs.length,
            designs: shown.map((d) => withPrice(d, places)),
            ...(obstacles.length > 0 ? { obstacles } : {}),
            ...(tooLong === null ? {} : { notValid: tooLong }),
          },
          undefined,
          2,
        )
      : text(ranking),
  );
  return tooLong === null && designs.some((design) => design.meetsObjective !== "no") ? 0 : 1;
}

/** One Region for one cloud, as before there were several; else by cloud. */
const regionsOf = (places: readonly Place[]) =>
  places.length === 1
    ? { region: places[0]!.region }
    : { regions: Object.fromEntries(places.map(({ cloud, region }) => [cloud.name, region])) };

function cloudsOf({ cloud: names }: PlanOptions, problems: Problems): CloudFacts[] {
  if (names === undefined) return [defaultCloud.facts];
  return [...new Set(names)].flatMap((name) => {
    const facts = factsNamed(name);
    if (facts !== null) return facts;
    problems.add("unknown-name", "--cloud", `--cloud must be one of ${CLOUD_NAMES.join(", ")}, got "${name}"`);
    return [];
  });
}

function checkRegions({ region = [] }: PlanOptions, clouds: readonly CloudFacts[], problems: Problems): void {
  const all = clouds.flatMap(({ regions }) => regions);
  const titles = clouds.map(({ title }) => title).join(" or ");
  for (const name of clouds.length === 0 ? [] : region.filter((one) => !all.includes(one))) {
    const near = nearest(name, all, 3).map((other) => `"${other}"`);
    const advice =
      near.length > 0
        ? `did you mean ${near.join(", ")}`
        : `use one such as ${clouds.map(({ exampleRegion }) => `"${exampleRegion}"`).join(" or ")}`;
    problems.add("unknown-name", "--region", `--region "${name}" is not a Region of ${titles}; ${advice}`);
  }
  for (const { title, regions } of clouds) {
    const several = region.filter((name) => regions.includes(name));
    if (several.length < 2) continue;
    problems.add("conflict", "--region", `--region takes one Region of ${title}, got ${several.join(", ")}; omit one`);
  }
}

function checkTypes({ instanceType: names = [] }: PlanOptions, problems: Problems): void {
  for (const name of names.filter((one) => findInstanceType(one) === undefined)) {
    const near = nearestInstanceTypes(name);
    const advice = near.length > 0 ? `did you mean ${near.join(", ")}` : "run `warpform catalog` to list the types";
    problems.add("unknown-name", "--instance-type", `--instance-type: the catalog has no "${name}"; ${advice}`);
  }
}

/** Spot prices and interruptions as the options give them; undefined without. */
function spotMarket(options: PlanOptions, problems: Problems): SpotMarket | undefined {
  const { spotPrice = [], spotInterruptions } = options;
  const prices = spotPrice.map((text) => {
    const [, name, usd] = /^([A-Za-z0-9._-]+)=(\d+(?:\.\d+)?)$/.exec(text) ?? [];
    if (name === undefined || Number(usd) <= 0) {
      const message = `--spot-price must be type=USD per hour, such as p5.48xlarge=22, got "${text}"`;
      problems.add("malformed", "--spot-price", message);
      return ["", 0] as const;
    }
    problems.attempt(() => instanceType(name));
    return [name, Number(usd)] as const;
  });
  const rate = spotInterruptions === undefined ? undefined : Number(spotInterruptions);
  if (rate !== undefined && !(rate >= 0 && rate <= 24)) {
    const message = `--spot-interruptions must be interruptions per node and day, 0 to 24, got "${spotInterruptions}"`;
    problems.add("out-of-range", "--spot-interruptions", message);
  }
  return prices.length === 0 ? undefined : { usdPerHour: Object.fromEntries(prices), interruptionsPerNodeDay: rate };
}

const namesOf = ({ kind }: Workload) => (kind === "batch" ? RUN_FIGURES.batch : RUN_FIGURES.run);

/** What a plan shows. */
interface Ranking {
  readonly workload: Workload;
  readonly designs: readonly RankedDesign[];
  /** Designs that were ranked, of which some are shown. */
  readonly all: number;
  readonly places: readonly Place[];
  readonly verdict: string;
}

function text({ workload, designs, all, places, verdict }: Ranking): string {
  if (designs.length === 0) return paragraph(verdict);
  const { head, rows } = planTable(designs, places, namesOf(workload));
  return [textTable(head, rows), ...[planNote(designs, all, places), verdict].map((one) => paragraph(one))].join(
    "\n\n",
  );
}

function page({ workload, designs, all, places, verdict }: Ranking): string {
  const deadline = workload.kind === "inference" ? null : workload.deadlineDays;
  const names = namesOf(workload);
  return tablesPage({
    title: "Ranked designs",
    summary: [`${goalText({ workload, workPool: null })}.`, verdict],
    bars: planBars(designs, deadline, names),
    tables: designs.length === 0 ? [] : [without(planTable(designs, places, names), [names.time, names.cost])],
    notes: designs.length === 0 ? [] : [planNote(designs, all, places)],
  });
}

/** A table without columns that the page draws. */
function without({ head, rows, title }: Table, drawn: readonly string[]): Table {
  const kept = (cells: readonly string[]) => cells.filter((_, column) => !drawn.includes(head[column]!));
  return { title, head: kept(head), rows: rows.map(kept) };
}
