// What warpform's constructs take of CDK for Terraform, for a design that is looked at and not written.
export {
  App,
  DataResource,
  S3Backend,
  TerraformDataSource,
  TerraformElement,
  TerraformProvider,
  TerraformResource,
  TerraformStack,
  TerraformValue as TerraformAsset,
  TerraformValue as TerraformLocal,
  TerraformValue as TerraformOutput,
  TerraformValue as TerraformVariable,
} from "./elements";
export { Fn, Lazy, Op, reference as dependable, Token } from "./references";

export const AssetType = { FILE: 0, DIRECTORY: 1, ARCHIVE: 2 };
