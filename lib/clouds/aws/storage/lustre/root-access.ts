import type { FsxLustreFileSystem } from "@cdktf/provider-aws/lib/fsx-lustre-file-system";
import { TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import type { RootClients } from "../../shared/boot-step";
import type { LustreStorageProps } from "./lustre-storage-props";

/** User and group "nobody" of Ubuntu, whom root becomes. */
const NOBODY = "65534:65534";
/** FSx's word for no root squash. https://docs.aws.amazon.com/fsx/latest/APIReference/API_LustreRootSquashConfiguration.html */
const OFF = "0:0";

/**
 * Whose root stays root on a file system. Without a word from the user: that of the Slurm controllers that mount it, which make homes
 * and are where administrators work. Where programs run as root on nodes (containers, fleets), or no controller mounts it, all of them.
 */
export class RootAccess implements RootClients {
  private readonly controllers: string[] = [];
  private open = false;

  constructor(
    private readonly fileSystem: FsxLustreFileSystem,
    private readonly props: Pick<LustreStorageProps, "rootSquash" | "noSquashNids">,
  ) {
    this.write();
  }

  public get squashed(): boolean {
    const { rootSquash, noSquashNids } = this.props;
    if (rootSquash !== undefined) return rootSquash !== OFF;
    return noSquashNids !== undefined || (!this.open && this.controllers.length > 0);
  }

  public keep(client: IConstruct, address: string): void {
    // A file system of another stack cannot name what refers to it.
    if (TerraformStack.of(client) !== TerraformStack.of(this.fileSystem)) return;
    this.controllers.push(`${address}@tcp`);
    this.write();
  }

  public openToAll(): void {
    this.open = true;
    this.write();
  }

  private write(): void {
    const { rootSquash, noSquashNids = [] } = this.props;
    if (!this.squashed && rootSquash === undefined) this.fileSystem.resetRootSquashConfiguration();
    else
      this.fileSystem.putRootSquashConfiguration({
        rootSquash: rootSquash ?? NOBODY,
        noSquashNids: [...noSquashNids, ...(this.squashed ? this.controllers : [])],
      });
  }
}
