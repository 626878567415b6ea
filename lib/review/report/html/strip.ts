import { escaped, px } from "./markup";

/** Units across a strip, whatever its width on the page. */
export const STRIP = 1000;

/**
 * A picture as wide as its place, whose shapes stretch with it. Text goes around it in HTML, so that it keeps its size on a
 * phone and on paper.
 */
export function strip(label: string, height: number, shapes: string): string {
  return `<svg class="strip" viewBox="0 0 ${STRIP} ${height}" preserveAspectRatio="none" style="height:${height}px" role="img" aria-label="${escaped(label)}">${shapes}</svg>`;
}

/** A bar of a strip between two shares of its width. */
export function bar(of: string, from: number, to: number, y: number, height: number): string {
  const [x, end] = [from, to].map((share) => Math.max(0, Math.min(1, share)) * STRIP) as [number, number];
  return `<rect class="${of}" x="${px(x)}" y="${y}" width="${px(Math.max(2, end - x))}" height="${height}"/>`;
}

/** A line across a strip at a share of its width. */
export function mark(of: string, at: number, from: number, to: number): string {
  const x = px(Math.max(0, Math.min(1, at)) * STRIP);
  return `<line class="${of}" x1="${x}" x2="${x}" y1="${from}" y2="${to}"/>`;
}
