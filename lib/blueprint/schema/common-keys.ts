import { z } from "zod";
import { CLUSTER_NAME } from "../../model/cluster-name";
import { asGiven, named, section, unset } from "./key";
import { catalogSchema } from "./schema-catalog";
import { ownershipSchema } from "./schema-ownership";
import { type WorkloadBlueprint, workloadSchema } from "./schema-workload";
import { strictObject } from "./strict-object";

/** The version of the format that this library reads and writes. */
export const API_VERSION = "warpform/v1";

/** `catalog`: rows of your own. */
export interface CatalogBlueprint extends z.infer<typeof catalogSchema> {}

/** `ownership`: what nodes of your own would cost. */
export interface OwnershipBlueprint extends z.infer<typeof ownershipSchema> {}

/** What a cluster is, is for and costs besides: keys of a blueprint of any cloud. */
export const commonKeys = {
  apiVersion: z.literal(API_VERSION).describe("Version of this format"),
  name: z
    .string()
    .regex(CLUSTER_NAME, "must be 2 to 40 lower-case letters, digits and dashes and start with a letter")
    .describe("Name of the cluster and its Terraform stack"),
  description: unset(z.string(), "What it is for, for people", "none"),
  catalog: asGiven(named<CatalogBlueprint>(catalogSchema), "only the library's catalog"),
  workload: section(named<WorkloadBlueprint>(workloadSchema), "unknown; much of the review needs it"),
  ownership: section(
    named<OwnershipBlueprint>(ownershipSchema),
    "none; the review then shows the break-even price of owned nodes",
  ),
  acceptedFindings: unset(
    z.array(
      strictObject(() => ({
        rule: z.string().describe("Id of the rule"),
        reason: z.string().min(1).describe("Why the owner lives with it"),
        path: unset(z.string(), "Where", "everywhere"),
      })).describe("A finding that is accepted"),
    ),
    "Findings of the review that are accepted, each with its reason",
    "none",
  ),
};
