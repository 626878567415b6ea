import { optional, type Table } from "../../../props/field";
import { list, map } from "../../../props/nested-fields";
import { oneOf, setting, text } from "../../../props/simple-fields";
import { DEFAULT_SCHEMA, type DirectoryOptions } from "./sssd-conf";

/** Why texts of a directory are needed. */
const FORM = "its form is checked";

/** What a directory takes in every cloud; what goes together is checked after it. */
export const DIRECTORY_OPTIONS = {
  uris: list(text(), { words: 'a list of servers, such as ["ldaps://ldap.example.com"]' }),
  searchBase: text({ example: "dc=example,dc=com", known: FORM }),
  schema: optional(oneOf(["rfc2307", "rfc2307bis", "ad"]), DEFAULT_SCHEMA),
  bindDn: optional(text()),
  caCertificate: optional(text({ known: FORM })),
  accessFilter: optional(text({ known: FORM })),
  login: optional(oneOf(["keys", "passwords"]), "keys"),
  keyAttribute: optional(text()),
  sssd: optional(map(setting()), {}),
} satisfies Table<DirectoryOptions>;
