import { Problems } from "../../errors";
import { nearest } from "../../units/nearest";
import { checkNumber } from "../inputs/check-number";
import { members, number, optional, requireAll, text } from "../inputs/check-shape";
import { requireTree } from "./check-tree";
import type { FatTree } from "./fat-tree";
import { fatTreeWiring } from "./fat-tree-wiring";

export interface OpenSmOptions {
  /** Plane whose subnet manager this is; each plane is its own subnet. @default 1 */
  readonly plane?: number;
  /** Folder of the files on the subnet manager's machine. @default "/etc/opensm" */
  readonly directory?: string;
  /** 0 to 15; of several subnet managers the highest is master. @default 14 */
  readonly smPriority?: number;
}

const OPTIONS = members({ directory: optional(text) });

/** Switches that routes turn around at: the cores, or the spines in two tiers; none on a single switch. */
export function rootSwitches(tree: FatTree, plane = 1): readonly string[] {
  requireTree("rootSwitches", tree);
  requireAll("rootSwitches", { plane: [plane, number({ min: 1, max: tree.props.planes, whole: true })] });
  const tier = tree.tiers === 3 ? "core" : "spine";
  return fatTreeWiring(tree)
    .switches.filter((s) => s.tier === tier && s.plane === plane)
    .map((s) => s.name);
}

/**
 * opensm.conf for a fat-tree.
 *
 * Routes with `ftree`, which spreads destinations evenly over the uplinks, and falls back to `updn`, which is free of
 * credit loops on any tree, when damage leaves ftree no answer. With the roots named in `root-guids.conf` ftree also routes a
 * tree that has lost cables; without them it gives up on the first one. LMC stays 0, as ftree demands.
 *
 * @throws WarpformError for a priority or plane out of range
 * @see opensm(8), sections "Fat-tree Routing Algorithm" and "UPDN Algorithm"
 */
export function openSmConfig(tree: FatTree, options: OpenSmOptions = {}): string {
  requireTree("openSmConfig", tree);
  requireAll("openSmConfig", { options: [options, OPTIONS] });
  const { plane = 1, directory = "/etc/opensm", smPriority = 14 } = options;
  const problems = new Problems();
  checkNumber(problems, "plane", plane, { min: 1, max: tree.props.planes, whole: true });
  checkNumber(problems, "smPriority", smPriority, { min: 0, max: 15, whole: true, use: "use 14 for the master" });
  problems.throwIfAny("openSmConfig");
  const { leaf, spine, core } = tree.switches;
  const perPlane = [leaf, spine, core].map((count) => count / tree.props.planes);
  const routing =
    tree.tiers === 1
      ? ["routing_engine minhop"]
      : ["routing_engine ftree,updn", `root_guid_file ${directory}/root-guids.conf`];
  return [
    `# Fat-tree of ${tree.props.nodes} nodes: ${perPlane[0]} leaf, ${perPlane[1]} spine and ${perPlane[2]} core switches`,
    ...routing,
    "lmc 0",
    "# keep routes when only nodes come and go",
    "use_ucast_cache TRUE",
    "reassign_lids FALSE",
    `sm_priority ${smPriority}`,
    "sweep_interval 10",
    "",
  ].join("\n");
}

/**
 * root-guids.conf: one GUID a line, of the switches that {@link rootSwitches} names.
 *
 * @param guids GUID of each switch by name, `0x` and up to 16 hexadecimal digits, as `ibswitches` prints it.
 * @throws WarpformError for a root without a GUID, a malformed GUID, or one given twice
 */
export function openSmRootGuids(tree: FatTree, guids: Readonly<Record<string, string>>, plane = 1): string {
  requireAll("openSmRootGuids", { guids: [guids, members({})] });
  const problems = new Problems();
  const owner = new Map<string, string>();
  const roots = rootSwitches(tree, plane);
  for (const name of roots) {
    const guid = guids[name];
    const path = `guids.${name}`;
    if (guid === undefined) {
      const near = nearest(
        name,
        Object.keys(guids).filter((known) => !roots.includes(known)),
        1,
      );
      const hint = near.length > 0 ? `did you mean ${near[0]}` : "use the GUID that ibswitches prints";
      problems.add("required", path, `${path} is required, it is a root of the tree; ${hint}`);
    } else if (!/^0x[0-9a-fA-F]{1,16}$/.test(guid))
      problems.add("malformed", path, `${path} must be 0x and up to 16 hexadecimal digits, got ${guid}; use 0x…`);
    else if (owner.has(guid))
      problems.add("duplicate", path, `${path} must differ from ${owner.get(guid)}'s, got ${guid} twice; use its own`);
    else owner.set(guid, name);
  }
  problems.throwIfAny("openSmRootGuids");
  return roots.map((name) => `${guids[name]}\n`).join("");
}
