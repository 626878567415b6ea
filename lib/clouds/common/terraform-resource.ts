import type { TerraformResource } from "cdktf";
import type { IConstruct } from "constructs";

/** Whether a construct is a Terraform resource. What reads a design without building one does not load cdktf. */
export function isResource(construct: IConstruct): construct is TerraformResource {
  return (require("cdktf") as typeof import("cdktf")).TerraformResource.isTerraformResource(construct);
}
