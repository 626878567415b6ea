import { DataAwsSsmParameter } from "@cdktf/provider-aws/lib/data-aws-ssm-parameter";
import type { Construct } from "constructs";
import { instanceType as catalogType } from "../../../catalog/instance-types";
import { Image } from "../pools/image";

export const DEFAULT_HEAD_TYPE = "m7i.xlarge";

export interface HeadImage {
  readonly imageId: string;
  readonly imageFloats: boolean;
}

/** The image of head and login nodes for an instance type: the given id, or what a parameter names for its architecture. */
export function headImage(scope: Construct, given: Image | undefined, headType: string, type = headType): HeadImage {
  const image = given ?? Image.plain("ubuntu-24.04");
  if (image.parameter === undefined) return { imageId: image.amiId!, imageFloats: false };
  const { architecture } = catalogType(type);
  const own = catalogType(headType).architecture === architecture;
  const id = own ? "image" : `image-${architecture}`;
  const known = scope.node.tryFindChild(id) as DataAwsSsmParameter | undefined;
  const parameter = known ?? new DataAwsSsmParameter(scope, id, { name: image.parameter(architecture) });
  return { imageId: parameter.insecureValue, imageFloats: true };
}
