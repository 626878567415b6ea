import { leaveOut } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

const world = ["0.0.0.0/0", "::/0"];

export const kubernetesEndpointOpen: Rule = {
  id: "kubernetes-endpoint-open",
  area: "security",
  severity: "error",
  clouds: "all",
  title: "Kubernetes API endpoint open to the internet",
  why: "Anyone on the internet can try credentials and new API server vulnerabilities against the endpoint.",
  fix: "Keep the endpoint private, or list the networks that may reach it.",
  verify:
    "On AWS, `aws eks describe-cluster --name CLUSTER --query 'cluster.resourcesVpcConfig.publicAccessCidrs'` does not contain 0.0.0.0/0; on Azure, `az aks show --name CLUSTER --resource-group GROUP --query 'apiServerAccessProfile.[enablePrivateCluster,authorizedIpRanges]'` shows true or the ranges that may reach it.",
  source: "https://docs.aws.amazon.com/eks/latest/best-practices/identity-and-access-management.html",
  check: (design) =>
    checkEach(design.kubernetes, (k) => {
      if (!k.publicEndpoint) return null;
      const open =
        k.publicEndpointCidrs.length === 0 ? ["0.0.0.0/0"] : k.publicEndpointCidrs.filter((c) => world.includes(c));
      return open.map((cidr) => ({
        path: `schedulers.${k.name}.publicEndpointCidrs`,
        value: cidr,
        allowed: "your own networks",
        fix: [leaveOut("publicEndpointCidrs"), "list your own networks in it"],
      }));
    }),
};
