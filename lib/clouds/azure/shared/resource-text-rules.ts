import type { CloudTexts } from "../../common/resource-texts";
import { NAME_RULES } from "./resource-name-rules";

/**
 * What Azure takes as tags of every resource. Storage accounts take keys of at most 128 characters, which holds for all, as the
 * constructs give all of their resources the same tags.
 * @see https://learn.microsoft.com/azure/azure-resource-manager/management/tag-resources#limitations (read 2026-11-23)
 */
const TAG_RULES: CloudTexts["tags"] = {
  most: 50,
  key: { form: /^[^<>%&\\?/]+$/, words: "characters other than <, >, %, &, \\, ? and /", least: 1, most: 128 },
  value: { form: /^/, words: "characters", most: 256 },
  // @see https://learn.microsoft.com/rest/api/resources/tags/create-or-update (read 2026-11-23)
  reserved: {
    form: /^(microsoft|azure|windows)/i,
    words: 'begin with "microsoft", "azure" or "windows", which Azure keeps for itself',
  },
};

/** What Azure takes as names and tags of its resources. */
export const AZURE_TEXTS: CloudTexts = {
  title: "Azure",
  prefix: "azurerm_",
  types: NAME_RULES,
  tags: TAG_RULES,
};
