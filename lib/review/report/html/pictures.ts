import type { Design } from "../../design";
import { bottleneckOf } from "../../picture/bottleneck";
import { nodesInside } from "../../picture/node-inside";
import { nodeInsideSvg } from "../../picture/node-inside-svg";
import { type NodeMap, nodeMapsOf } from "../../picture/node-map";
import { legendOf, nodeMapSvg } from "../../picture/node-map-svg";
import { pictureOf } from "../../picture/picture";
import { placeNarrow, placeWide } from "../../picture/place";
import { pictureSvg } from "../../picture/svg";
import { switchesSvg, switchesText, unitsLeftOut } from "../../picture/switches-svg";
import type { Review } from "../../review";
import { escaped } from "./markup";

/** Nodes that a page draws at most, wide and narrow. */
const MOST_WIDE = 64;
const MOST_NARROW = 12;
/** Units of leaf switches, likewise. */
const UNITS_WIDE = 6;
const UNITS_NARROW = 2;

function mapFigure(wide: NodeMap, narrow: NodeMap): string {
  const caption = (map: NodeMap, css: string) => `<p class="note ${css}">${escaped(legendOf(map))}</p>`;
  return `<figure><figcaption>${escaped(wide.title)}</figcaption>${nodeMapSvg(wide, 960, "wide")}${nodeMapSvg(narrow, 340, "narrow")}${caption(wide, "wide")}${caption(narrow, "narrow")}</figure>`;
}

/** Leaf, spine and core switches of each fabric that is planned with the cluster. */
function switchFigures({ cluster }: Design): string {
  const note = (text: string, css: string) => (text === "" ? "" : `<p class="note ${css}">${escaped(text)}</p>`);
  const drawn = cluster.fabrics
    .filter(({ switches }) => switches !== undefined)
    .map(
      (fabric) =>
        `<figure><figcaption>${escaped(switchesText(fabric))}</figcaption>${switchesSvg(fabric, UNITS_WIDE, 960, "wide")}${switchesSvg(fabric, UNITS_NARROW, 340, "narrow")}${note(unitsLeftOut(fabric, UNITS_WIDE), "wide")}${note(unitsLeftOut(fabric, UNITS_NARROW), "narrow")}</figure>`,
    );
  return drawn.join("");
}

/** The cluster as a picture, the nodes of each GPU pool with what their GPUs do, and the inside of one node of each. */
export function pictures(design: Design, review: Review): string {
  if (design.pools.length === 0) return "";
  const picture = pictureOf(design, review);
  const limit = bottleneckOf(review);
  const narrow = nodeMapsOf(design, review, MOST_NARROW);
  const maps = nodeMapsOf(design, review, MOST_WIDE).map((map, i) => mapFigure(map, narrow[i]!));
  const insides = nodesInside(design).map(
    (inside) => `<figure><figcaption>${escaped(inside.title)}</figcaption>${nodeInsideSvg(inside, 460, "")}</figure>`,
  );
  return [
    pictureSvg(picture, placeWide(picture), "wide"),
    pictureSvg(picture, placeNarrow(picture), "narrow"),
    limit === null ? "" : `<p class="${limit.limits ? "limiting" : "note"}">${escaped(limit.text)}.</p>`,
    switchFigures(design),
    maps.join(""),
    insides.length === 0 ? "" : `<div class="insides">${insides.join("")}</div>`,
  ].join("");
}
