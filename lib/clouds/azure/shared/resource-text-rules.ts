import type { CloudTexts } from "../../common/resource-texts";

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

/** What Azure takes as names and tags of its resources; names of a cluster and its pools are `NAME_PATTERN`s, which all others take. */
export const AZURE_TEXTS: CloudTexts = {
  title: "Azure",
  prefix: "azurerm_",
  types: {
    // @see hashicorp/terraform-provider-azurerm internal/services/storagecache/validate/managed_lustre_file_system_name.go (read 2026-11-23)
    azurerm_managed_lustre_file_system: {
      name: {
        form: /^[a-zA-Z0-9][-0-9a-zA-Z_]*[a-zA-Z0-9]$/,
        words: "letters, digits, _ and -, with a letter or digit first and last",
        least: 2,
        most: 80,
      },
    },
  },
  tags: TAG_RULES,
};
