import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitepress";
import { asText } from "../markdown-text.mjs";

const root = join(import.meta.dirname, "..");
/** Written by pages/generate.ts. */
const { title, description, nav, sidebar } = JSON.parse(readFileSync(join(root, ".cache/site.json"), "utf8"));

/** GitHub's anchors, which the pages' links have. */
const slugify = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

export default defineConfig({
  title,
  description,
  lang: "en-US",
  base: process.env.SITE_BASE ?? "/",
  srcDir: ".cache/pages",
  outDir: "dist",
  cacheDir: ".cache/vitepress",
  cleanUrls: false,
  metaChunk: true,
  markdown: {
    anchor: { slugify },
    attrs: { disable: true },
    config: asText,
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  themeConfig: {
    nav,
    sidebar,
    outline: { level: [2, 3] },
    search: { provider: "local" },
    docFooter: { prev: false, next: false },
    externalLinkIcon: true,
  },
});
