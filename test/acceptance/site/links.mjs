// Every link of the built site leads to a file of it, and to a heading where it names one.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";

const decoded = (text) => decodeURIComponent(text.replaceAll("&amp;", "&"));

/** Pages, and links that lead nowhere, as `page -> link`. */
export function brokenLinks(dist) {
  const pages = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
  const texts = new Map(pages.map((page) => [page, readFileSync(join(dist, page), "utf8")]));
  const ids = new Map(
    [...texts].map(([page, text]) => [page, new Set([...text.matchAll(/ id="([^"]+)"/g)].map((m) => decoded(m[1])))]),
  );
  const fileOf = (path) => {
    const file = path.endsWith("/") || path === "" ? `${path}index.html` : path;
    return statSync(join(dist, file), { throwIfNoEntry: false })?.isFile() ? file : undefined;
  };
  const broken = [];
  let links = 0;
  for (const [page, text] of texts) {
    const targets = new Set([...text.matchAll(/ (?:href|src)="([^"]*)"/g)].map((match) => match[1]));
    for (const target of targets) {
      if (/^[a-z]+:|^\/\//.test(target) || target === "") continue;
      links++;
      const url = new URL(decoded(target), `http://site/${page}`);
      const file = fileOf(
        relative("/", decodeURIComponent(url.pathname)) +
          (url.pathname.endsWith("/") && url.pathname !== "/" ? "/" : ""),
      );
      const anchor = decodeURIComponent(url.hash.slice(1));
      if (file === undefined) broken.push(`${page} -> ${target}`);
      else if (anchor !== "" && file.endsWith(".html") && !ids.get(file)?.has(anchor))
        broken.push(`${page} -> ${target}: no such heading`);
    }
  }
  return { pages, links, broken };
}
