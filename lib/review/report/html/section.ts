import { escaped } from "./markup";

/** A section of the page with a heading to link to; nothing where it has no content. */
export function section(heading: string, body: string): string {
  return body === "" ? "" : `<section id="${idOf(heading)}"><h2>${escaped(heading)}</h2>${body}</section>`;
}

/** A heading as the anchor of its section: `Service quotas` is `service-quotas`. */
export const idOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
