/**
 * An entry of the site's menu; one with entries below it can be folded. What folds has a link:
 * without one VitePress makes the whole entry a button around the button that folds it.
 */
export interface Entry {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly Entry[];
}

const link = (page: string) => `/${page.replace(/index\.md$/, "").replace(/\.md$/, ".html")}`;

/** Items of a list of links, `- [Title](file.md): …`, in their order. */
const listed = (text: string): readonly Entry[] =>
  [...text.matchAll(/^- \[([^\]]+)\]\(([^)]+)\):/gm)].map(([, title, file]) => ({
    text: title!,
    link: link(`docs/${file!.replace("README.md", "index.md")}`),
  }));

/** Rows of a table whose first cell is a link. */
const rows = (text: string, folder: string): readonly Entry[] =>
  [...text.matchAll(/^\| \[([^\]]+)\]\(([^)#]+)\)/gm)].map(([, title, file]) => ({
    text: title!,
    link: link(`${folder}/${file}`),
  }));

/** Rules by area: the index has a heading and a table for each. */
const ruleAreas = (index: string): readonly Entry[] =>
  index
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const area = section.split("\n", 1)[0]!;
      return { text: area, link: `/docs/rules/#${area}`, collapsed: true, items: rows(section, "docs/rules") };
    });

/** The site's menus, from the indexes that the repository has. */
export function navigation(texts: {
  /** docs/README.md */
  readonly docs: string;
  /** docs/rules/README.md */
  readonly rules: string;
  readonly blueprints: readonly string[];
  /** Names of what programs import: `warpform/sizing`. */
  readonly modules: readonly string[];
}) {
  const guides: Entry = { text: "Guides", items: listed(texts.docs) };
  const [of, ofAzure = ""] = texts.docs.split("## Constructs on Azure");
  const constructs: Entry = { text: "Constructs", items: rows(of!, "docs") };
  const azure: Entry = {
    text: "Constructs on Azure",
    link: "/docs/#constructs-on-azure",
    collapsed: true,
    items: rows(ofAzure, "docs"),
  };
  const sidebar: Readonly<Record<string, readonly Entry[]>> = {
    "/docs/rules/": [{ text: "Rules", link: "/docs/rules/", items: ruleAreas(texts.rules) }],
    "/gallery/": [
      {
        text: "Gallery",
        link: "/gallery/",
        items: texts.blueprints.map((name) => ({ text: name, link: `/gallery/${name}.html` })),
      },
    ],
    "/api/": [
      {
        text: "API reference",
        link: "/api/",
        items: texts.modules.map((name) => ({ text: name, link: `/api/${name}/` })),
      },
    ],
    "/": [guides, constructs, azure],
  };
  const nav: readonly Entry[] = [
    { text: "Docs", link: "/docs/" },
    { text: "Gallery", link: "/gallery/" },
    { text: "Rules", link: "/docs/rules/" },
    { text: "API", link: "/api/" },
    { text: "Validation", link: "/docs/validation.html" },
    { text: "Changelog", link: "/CHANGELOG.html" },
  ];
  return { nav, sidebar };
}
