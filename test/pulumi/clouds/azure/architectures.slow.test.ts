import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as pulumi from "@pulumi/pulumi";
import * as azure from "../../../../lib/pulumi/clouds/azure/index";
import { mockedProgram } from "../../mocked-program";

const outdir = mkdtempSync(join(tmpdir(), "warpform-azure-architectures-"));
afterAll(() => rmSync(outdir, { recursive: true }));

const declared = <T>(program: () => T) => mockedProgram(() => undefined, program);
const known = <T>(output: pulumi.Output<T>) =>
  new Promise<T>((resolve) => void output.apply((value) => resolve(value)));

const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKey";
const place = { availabilityZone: "eastus-1", bucket: { accountName: "llamadata" } };
const workload = {
  model: "llama-3.1-70b",
  tokens: 1e11,
  sequenceLength: 8192,
  globalBatchSequences: 512,
  deadlineDays: 60,
} as const;

describe("the architectures on Azure", () => {
  it("size a training cluster and name its parts as on every cloud", async () => {
    const { registered, result } = await declared(
      () =>
        new azure.TrainingCluster("llama", {
          ...place,
          workload,
          pool: { adminPublicKey: KEY },
          slurm: { siteAccountName: "llamasite", vaultName: "llama-vault", adminPublicKey: KEY },
          outdir: join(outdir, "training"),
        }),
    );
    const components = registered.filter(({ custom }) => !custom).map(({ type, name }) => `${type} ${name}`);
    expect(components).toEqual(
      expect.arrayContaining([
        "warpform:index:TrainingCluster llama",
        "warpform:azure:ClusterNetwork llama-network",
        "warpform:azure:CheckpointBucket llama-bucket",
        "warpform:azure:GpuNodePool llama-nodes",
        "warpform:azure:SlurmHeadNode llama-slurm",
      ]),
    );
    expect(result.model.cloud).toBe("azure");
    expect(result.size.instanceType).toMatch(/^Standard_ND/);
    expect(result.decisions.length).toBeGreaterThan(3);
    expect(result.headId).toBeDefined();
    expect(result.clusterName).toBeUndefined();
    expect(await known(result.accountName)).toBe("llamadata");
  });

  it("answer what is wrong by one error", async () => {
    const { bucket } = place;
    await expect(
      declared(() => new azure.SingleNode("x3", { bucket, workload, monitoring: {} } as never)),
    ).rejects.toThrow(/monitoring is not an argument.*\n.*write availabilityZone: "eastus-1"/);
  });
});
