import { folded } from "./fold";
import type { Picture, PictureArea, PicturePart } from "./types";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A line of text in a box, whether of its name. */
export interface PlacedLine {
  readonly text: string;
  readonly name: boolean;
}

export interface PlacedPart extends Box {
  readonly part: PicturePart;
  /** What the part says of itself, in lines that fit the box. */
  readonly lines: readonly PlacedLine[];
}

/** A dashed frame around parts, with its text at the top, in lines that fit. */
export interface PlacedFrame extends Box {
  readonly lines: readonly string[];
}

/** Where everything of a picture is drawn. */
export interface Placed {
  readonly width: number;
  readonly height: number;
  readonly parts: readonly PlacedPart[];
  readonly frames: readonly PlacedFrame[];
  /** Whether links are drawn; on a phone the boxes stand in their order instead. */
  readonly wired: boolean;
}

export const LINE = 18;
export const PADDING = 14;
const GAP = 22;
const FRAME_HEAD = 34;
/** Widths of a character of 13 px, as wide fonts draw it. */
export const CHARACTER = 6.9;
const BOLD_CHARACTER = 7.9;

/** A part in a box of a width, as high as its text. */
function boxOf(part: PicturePart, x: number, y: number, width: number): PlacedPart {
  const lines = part.lines.flatMap((line, i) =>
    folded(line, Math.floor((width - 2 * PADDING) / (i === 0 ? BOLD_CHARACTER : CHARACTER))).map((text) => ({
      text,
      name: i === 0,
    })),
  );
  return { part, lines, x, y, width, height: lines.length * LINE + 2 * PADDING - 4 };
}

/** The text of a frame, and the height of its head. */
function frameHead(text: string, width: number): { lines: string[]; height: number } {
  const lines = folded(text, Math.floor((width - 28) / CHARACTER));
  return { lines, height: FRAME_HEAD + (lines.length - 1) * LINE };
}

/** Parts under one another from `y`; what comes after them starts at `end`. */
function column(
  parts: readonly PicturePart[],
  x: number,
  width: number,
  y: number,
): { placed: PlacedPart[]; end: number } {
  let top = y;
  const placed = parts.map((part) => {
    const box = boxOf(part, x, top, width);
    top += box.height + GAP;
    return box;
  });
  return { placed, end: top };
}

/** Parts in rows that end at `right`, below what the last column mounts; as many as fit into `room`. */
function rowToTheRight(parts: readonly PicturePart[], right: number, room: number, y: number, width: number) {
  const perRow = Math.max(1, Math.floor((room + GAP) / (width + GAP)));
  let [top, tallest] = [y, 0];
  const placed = parts.map((part, i) => {
    if (i > 0 && i % perRow === 0) [top, tallest] = [top + tallest + GAP, 0];
    const box = boxOf(part, right - width - (i % perRow) * (width + GAP), top, width);
    tallest = Math.max(tallest, box.height);
    return box;
  });
  return { placed, end: parts.length === 0 ? y : top + tallest + GAP };
}

const inArea = ({ parts }: Picture, area: PictureArea) => parts.filter((part) => part.area === area);

/** For a screen or a sheet: who uses it, then who starts nodes, the nodes, and what they mount; services of the Region below. */
export function placeWide(picture: Picture): Placed {
  const width = 960;
  const [inside, outside] = [inArea(picture, "network"), inArea(picture, "outside")];
  const of = (...kinds: PicturePart["kind"][]) => inside.filter(({ kind }) => kinds.includes(kind));
  // A site starts nodes from outside: nothing lies between the two, and the site has the room.
  const fromOutside = outside.some(({ kind }) => kind === "scheduler");
  const outsideWidth = fromOutside ? 258 : 138;
  const left = outsideWidth + 22;
  const place = frameHead(picture.place, width - 4 - left);
  const network = frameHead(picture.network, width - 28 - left);
  const top = 14 + place.height + network.height + 8;
  const columns = [
    column(fromOutside ? [] : of("scheduler", "network"), 188, 196, top),
    column(of("pool"), 404, 272, top),
    column([...of("storage"), ...(fromOutside ? of("network") : [])], 740, 190, top),
  ];
  const networkEnd = Math.max(...columns.map(({ end }) => end));
  const regional = rowToTheRight(inArea(picture, "region"), 930, 902 - left, networkEnd + 14, 228);
  const bottom = regional.end;
  const people = column(outside, 8, outsideWidth, top);
  const end = Math.max(bottom, people.end);
  return {
    width,
    height: end + 12,
    parts: [...people.placed, ...columns.flatMap(({ placed }) => placed), ...regional.placed],
    frames: [
      { x: left, y: 10, width: width - 4 - left, height: bottom - 10, lines: place.lines },
      {
        x: left + 10,
        y: 14 + place.height,
        width: width - 28 - left,
        height: networkEnd - 14 - place.height - 4,
        lines: network.lines,
      },
    ],
    wired: true,
  };
}

/** For a phone: one column in the same order. */
export function placeNarrow(picture: Picture): Placed {
  const width = 350;
  const people = column(inArea(picture, "outside"), 8, width - 16, 8);
  const place = frameHead(picture.place, width - 16);
  const network = frameHead(picture.network, width - 36);
  const top = people.end + place.height + network.height;
  const inside = column(inArea(picture, "network"), 28, width - 56, top);
  const regional = column(inArea(picture, "region"), 28, width - 56, inside.end + 8);
  return {
    width,
    height: regional.end + 8,
    parts: [...people.placed, ...inside.placed, ...regional.placed],
    frames: [
      { x: 8, y: people.end, width: width - 16, height: regional.end - people.end, lines: place.lines },
      {
        x: 18,
        y: people.end + place.height,
        width: width - 36,
        height: inside.end - people.end - place.height - 6,
        lines: network.lines,
      },
    ],
    wired: false,
  };
}
