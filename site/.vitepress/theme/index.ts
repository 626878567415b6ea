import { useData } from "vitepress";
import DefaultTheme from "vitepress/theme";
import { defineComponent, h } from "vue";
import GalleryCards from "./GalleryCards.vue";
import "./style.css";

/** VitePress's own layout, with the cards of the gallery below the page that has them. */
export default {
  extends: DefaultTheme,
  Layout: defineComponent(() => {
    const { frontmatter } = useData();
    return () =>
      h(DefaultTheme.Layout, null, {
        "doc-after": () => {
          const cards = frontmatter.value.gallery;
          return cards === undefined ? null : h(GalleryCards, { cards });
        },
      });
  }),
};
