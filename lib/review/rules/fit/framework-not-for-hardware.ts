import { trains } from "../../../model/workload";
import { trainingFramework, trainingFrameworks } from "../../../sizing/time/training-framework";
import { checkEach, type Rule } from "../../rule";

const VENDORS = { nvidia: "NVIDIA GPUs", amd: "AMD Instinct", aws: "AWS Trainium" } as const;

export const frameworkNotForHardware: Rule = {
  id: "framework-not-for-hardware",
  area: "fit",
  severity: "error",
  clouds: "all",
  title: "Training framework that does not run on the accelerator",
  why: "Frameworks are built for the software stack of one vendor or of several: NxD Training needs the Neuron SDK, Primus needs ROCm, and NeMo needs CUDA. The job fails when it imports its kernels, and no estimate of its time applies.",
  fix: "Use a framework that runs on the accelerator, or an instance type that the framework runs on.",
  verify: "Import the framework in its container on one node, and run one step of a small model.",
  source: "https://awsdocs-neuron.readthedocs-hosted.com/en/latest/libraries/nxd-training/index.html",
  check: ({ workload, workPool }) => {
    const accelerator = workPool?.accelerator;
    const name = trains(workload) ? workload.framework : undefined;
    const given = name && accelerator ? [{ framework: trainingFramework(name), accelerator }] : [];
    return checkEach(given, ({ framework, accelerator }) => {
      if (framework.vendors.includes(accelerator.vendor)) return null;
      const fitting = trainingFrameworks().filter(({ vendors }) => vendors.includes(accelerator.vendor));
      return {
        path: "workload.framework",
        value: `${framework.name} on ${accelerator.name}`,
        allowed: framework.vendors.map((vendor) => VENDORS[vendor]).join(" or "),
        fix: `use ${fitting.map(({ name }) => name).join(", ")}, or another instance type`,
      };
    });
  },
};
