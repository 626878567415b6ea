/** Most characters of a cluster's name, which is a prefix of the names of its resources. */
export const LONGEST_CLUSTER_NAME = 40;

/** Names of clusters: 2 to 40 lower-case letters, digits and dashes, with a letter first and no dash last. */
export const CLUSTER_NAME = /^[a-z][a-z0-9-]{0,38}[a-z0-9]$/;
