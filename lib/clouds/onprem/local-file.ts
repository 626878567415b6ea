import { TerraformProvider, TerraformResource, type TerraformStack } from "cdktf";
import type { Construct } from "constructs";

/** Provider `hashicorp/local`, which writes files where Terraform runs. */
const SOURCE = { name: "local", source: "hashicorp/local", version: "~> 2.5" } as const;

class LocalProvider extends TerraformProvider {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      terraformResourceType: SOURCE.name,
      terraformGeneratorMetadata: { providerName: SOURCE.name, providerVersionConstraint: SOURCE.version },
      terraformProviderSource: SOURCE.source,
    });
  }
}

const PROVIDER_ID = "local-provider";

/** The stack's provider of files, made once. */
export function localProvider(stack: TerraformStack): void {
  if (stack.node.tryFindChild(PROVIDER_ID) === undefined) new LocalProvider(stack, PROVIDER_ID);
}

export interface LocalFileProps {
  readonly filename: string;
  readonly content: string;
  /** Octal, `0644`. */
  readonly filePermission: string;
}

/** `local_file` of hashicorp/local 2.5. */
export class LocalFile extends TerraformResource {
  public readonly filename: string;
  private readonly props: LocalFileProps;

  constructor(scope: Construct, id: string, props: LocalFileProps) {
    super(scope, id, {
      terraformResourceType: "local_file",
      terraformGeneratorMetadata: { providerName: SOURCE.name, providerVersionConstraint: SOURCE.version },
    });
    this.props = props;
    this.filename = props.filename;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    const { filename, content, filePermission } = this.props;
    // What looks like a template to Terraform is text of the file.
    return {
      filename,
      content: content.replaceAll("${", "$${").replaceAll("%{", "%%{"),
      file_permission: filePermission,
    };
  }
}
