import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { loadBlueprint } from "../../../../lib/blueprint/load";
import { GpuCluster } from "../../../../lib/pulumi/clouds/aws/clusters/gpu-cluster";
import { mockedProgram } from "../../mocked-program";

const outdir = mkdtempSync(join(tmpdir(), "warpform-azure-blueprint-"));
afterAll(() => rmSync(outdir, { recursive: true }));

const blueprint = join(__dirname, "../../../../examples/blueprints/azure-training-nd-h100.yaml");
const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKey";

const declared = (settings: Readonly<Record<string, string>>) =>
  mockedProgram(
    () => undefined,
    () => {
      pulumi.runtime.setAllConfig(settings);
      return new GpuCluster("train", { blueprint, outdir });
    },
  );

describe("a GpuCluster of a blueprint with cloud: azure", () => {
  // settings stay for the rest of the process
  it("asks for a variable of the stack that is not set", async () => {
    await expect(declared({})).rejects.toThrow(
      "cluster azure-training-nd-h100: admin_public_key is not set; run pulumi config set admin_public_key <value> (SSH key of the administrator of the nodes, as ssh-ed25519 or ssh-rsa)",
    );
  });

  it("declares resources of @pulumi/azure below components of Azure", async () => {
    const { registered, result } = await declared({ "project:admin_public_key": KEY, "azure:subscriptionId": "0-1-2" });
    const custom = registered.filter((of) => of.custom).map(({ type }) => type.split(":")[0]);
    expect([...new Set(custom)].sort()).toEqual(["azure", "command", "pulumi"]);
    const components = registered.filter((of) => !of.custom).map(({ type }) => type);
    expect(components).toEqual([
      "warpform:azure:GpuCluster",
      "warpform:azure:ClusterNetwork",
      "warpform:azure:SlurmHeadNode",
      "warpform:azure:GpuNodePool",
      "warpform:azure:LustreStorage",
      "warpform:azure:CheckpointBucket",
    ]);
    expect(result.model).toMatchObject({ cloud: "azure", name: loadBlueprint([blueprint]).blueprint.name });

    // the provider that the constructs ask for, with the stack's own settings
    const provider = registered.find(({ type }) => type === "pulumi:providers:azure")!;
    expect(provider.inputs).toMatchObject({
      features: '{"storage":{"dataPlaneAvailable":false}}',
      storageUseAzuread: "true",
      resourceProviderRegistrations: "none",
      subscriptionId: { value: "0-1-2" },
    });
    const network = registered.find(({ type }) => type === "azure:network/virtualNetwork:VirtualNetwork")!;
    expect(network.provider).toContain(provider.name);

    // what a program of the stack runs once, with what Terraform's provisioner has
    const programs = registered.filter(({ type }) => type === "command:local:Command");
    const growth = programs.find(({ inputs }) => "create" in inputs)!;
    const ending = programs.find(({ inputs }) => "delete" in inputs)!;
    expect(ending.inputs).toMatchObject({ environment: { SCALE_SET: "train-slurm-h100-scale-set.id" } });
    expect(growth.inputs).toMatchObject({ interpreter: ["bash", "-c"], update: ":", environment: { CAPACITY: "48" } });
    const head = registered.find(({ type }) => type === "azure:compute/linuxVirtualMachine:LinuxVirtualMachine")!;
    expect(head.inputs.adminSshKeys).toEqual([{ username: "warpform", publicKey: KEY }]);
  });
});
