// The training example with as many pools as asked for, in a process of its own, on the built library.
const { App, TerraformStack } = require("cdktf");
const { AwsProvider } = require("@cdktf/provider-aws/lib/provider");

function training(warpform, outdir, pools) {
  const app = new App({ outdir });
  const stack = new TerraformStack(app, "bench");
  new AwsProvider(stack, "aws", { region: "us-east-2" });
  const network = new warpform.ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
  const fabric = new warpform.InfiniBandFabric(stack, "fabric", { network });
  const checkpoints = new warpform.CheckpointBucket(stack, "checkpoints", { network });
  const scratch = new warpform.LustreStorage(stack, "scratch", {
    network,
    capacityTiB: 48,
    throughputPerTiB: 250,
    importFrom: checkpoints,
  });
  for (let index = 0; index < pools; index++) {
    const pool = new warpform.GpuNodePool(stack, `h100-${index}`, {
      network,
      fabric,
      instanceType: "p5.48xlarge",
      nodes: { min: 16, max: 16 },
      capacity: [warpform.Capacity.block("cr-0123456789abcdef0", { nodes: 8 }), warpform.Capacity.onDemand()],
      mounts: [scratch.mount("/fsx")],
    });
    new warpform.NodeFleet(stack, `train-${index}`, { pool });
  }
  app.synth();
}

module.exports = { training };

if (require.main === module) {
  const [, , library, outdir, pools] = process.argv;
  training(require(library), outdir, Number(pools));
  console.log(JSON.stringify(process.cpuUsage()));
}
