import { STYLE } from "../report/html/style";
import { placeWide } from "./place";
import { pictureSvg } from "./svg";
import type { Picture } from "./types";

/** The picture as an SVG file of its own: light and dark, nothing fetched. */
export function pictureSvgFile(picture: Picture): string {
  const svg = pictureSvg(picture, placeWide(picture), "alone");
  const head = '<svg xmlns="http://www.w3.org/2000/svg" width="960"';
  // Rules of the page for narrow screens and paper are of no use to a picture.
  const style = STYLE.replaceAll(/@media (?:\(max-width|print)[\s\S]*$/g, "");
  return `${svg.replace("<svg", head).replace(/>/, () => `><style>${style}</style><rect width="100%" height="100%" style="fill:var(--paper)"/>`)}\n`;
}
