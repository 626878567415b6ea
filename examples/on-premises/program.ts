import { App, TerraformStack } from "cdktf";
import { OnPremCluster } from "warpform/onprem";

const app = new App();
const stack = new TerraformStack(app, "on-premises");

// Terraform writes the bundle below dc1-h100/: `terraform apply`, then order, cable, and play ansible/site.yml.
new OnPremCluster(stack, "dc1", {
  name: "dc1-h100",
  site: { rackKilowatts: 42, powerKilowatts: 900 },
  network: {
    domain: "dc1.example.com",
    nodeCidr: "10.10.0.0/20",
    bmcCidr: "10.20.0.0/20",
    serviceCidr: "10.30.0.0/24",
  },
  pools: { h100: { machine: "dgx-h100", nodes: 63, spares: 1, names: "dgx[001-063]" } },
  fabric: { switch: "QM9700", subnetManagers: ["sm1", "sm2"] },
  slurm: {
    controllers: ["head1", "head2"],
    version: "24.11",
    partitions: { train: { pools: ["h100"], exclusive: true, maxTimeMinutes: 10_080 } },
  },
});

app.synth();
