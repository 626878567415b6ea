/** A name below some zone. */
export const DNS_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** Id of a Route 53 hosted zone. */
export const HOSTED_ZONE_ID = /^Z[A-Z0-9]{1,31}$/;
