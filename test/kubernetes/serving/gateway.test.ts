import { awsLoadBalancers } from "../../../lib/clouds/aws/kubernetes/writers/aws-load-balancers";
import type { KubernetesObject } from "../../../lib/kubernetes/chart/manifest";
import { gatewayObjects } from "../../../lib/kubernetes/serving/gateway";
import { modelService } from "../../../lib/kubernetes/serving/model-service";
import { gatewayOf } from "../samples";

// biome-ignore lint/suspicious/noExplicitAny: a manifest's spec is checked by schema, not by type
const specOf = (objects: KubernetesObject[], kind: string): any => objects.find((of) => of.kind === kind)!.spec;

describe("gatewayObjects", () => {
  it("ends TLS at the load balancer, with the given certificate and no protocol below 1.2", () => {
    const objects = gatewayObjects(gatewayOf(), awsLoadBalancers.gateway!);
    expect(specOf(objects, "Gateway").listeners).toMatchObject([
      { protocol: "HTTPS", port: 443, hostname: "*.models.example.com" },
    ]);
    expect(specOf(objects, "LoadBalancerConfiguration")).toMatchObject({
      scheme: "internal",
      sourceRanges: ["10.0.0.0/16"],
      listenerConfigurations: [
        {
          protocolPort: "HTTPS:443",
          defaultCertificate: "arn:aws:acm:us-east-2:111122223333:certificate/0a1b2c3d",
          sslPolicy: "ELBSecurityPolicy-TLS13-1-2-Res-2021-06",
        },
      ],
    });
  });

  it("is behind a firewall where one is given", () => {
    const objects = gatewayObjects(gatewayOf({ firewall: "arn:aws:wafv2:acl" }), awsLoadBalancers.gateway!);
    expect(specOf(objects, "LoadBalancerConfiguration").wafV2).toEqual({ webACL: "arn:aws:wafv2:acl" });
  });

  it("lets through holders of tokens alone, by a rule that the route refers to", () => {
    const gatewayTokens = { issuer: "https://login", jwksEndpoint: "https://login/jwks", audience: "models" };
    const objects = modelService(
      {
        name: "llama",
        namespace: "serving",
        exposure: "gateway",
        allowedCidrs: [],
        gatewayDomain: "models.example.com",
        gatewayTokens,
        apiKey: null,
        certificateArn: null,
        loadBalancerSubnets: [],
        loadBalancerTags: {},
      },
      { service: "llama", selector: {}, ports: [{ name: "serve", port: 8000 }], healthPath: "/health" },
      awsLoadBalancers,
    );
    const rule = objects.find(({ kind }) => kind === "ListenerRuleConfiguration")!;
    expect(specOf(objects, "HTTPRoute").rules[0].filters).toEqual([
      {
        type: "ExtensionRef",
        extensionRef: { group: "gateway.k8s.aws", kind: "ListenerRuleConfiguration", name: rule.metadata.name },
      },
    ]);
    expect(specOf(objects, "ListenerRuleConfiguration").actions).toEqual([
      {
        type: "jwt-validation",
        jwtValidationConfig: {
          issuer: "https://login",
          jwksEndpoint: "https://login/jwks",
          additionalClaims: [{ name: "aud", format: "single-string", values: ["models"] }],
        },
      },
    ]);
  });

  it("speaks plain HTTP within the network where there is no certificate", () => {
    const objects = gatewayObjects(gatewayOf({ certificateArn: null }), awsLoadBalancers.gateway!);
    expect(specOf(objects, "Gateway").listeners).toMatchObject([{ protocol: "HTTP", port: 80 }]);
    expect(specOf(objects, "LoadBalancerConfiguration").listenerConfigurations).toEqual([]);
  });

  it("takes routes of labelled namespaces alone", () => {
    const [listener] = specOf(gatewayObjects(gatewayOf(), awsLoadBalancers.gateway!), "Gateway").listeners;
    expect(listener.allowedRoutes.namespaces).toEqual({
      from: "Selector",
      selector: { matchLabels: { "warpform/gateway": "routes" } },
    });
  });

  it("faces the internet only where told", () => {
    expect(
      specOf(gatewayObjects(gatewayOf({ exposure: "public" }), awsLoadBalancers.gateway!), "LoadBalancerConfiguration")
        .scheme,
    ).toBe("internet-facing");
  });
});

describe("modelService", () => {
  const model = {
    name: "llama",
    namespace: "serving",
    loadBalancerSubnets: [],
    loadBalancerTags: {},
    allowedCidrs: [],
    gatewayDomain: "models.example.com",
    certificateArn: null,
    apiKey: null,
  };
  const pods = {
    service: "llama-serve",
    selector: { app: "llama" },
    ports: [{ name: "serve", port: 8000 }],
    healthPath: "/health",
  };

  it("leads a host name of the gateway's domain straight to the pods, the least busy first", () => {
    const objects = modelService({ ...model, exposure: "gateway" }, pods, awsLoadBalancers);
    expect(specOf(objects, "Service").type).toBe("ClusterIP");
    expect(specOf(objects, "HTTPRoute")).toMatchObject({
      parentRefs: [{ name: "models", namespace: "gateway" }],
      hostnames: ["llama.models.example.com"],
      rules: [{ backendRefs: [{ name: "llama-serve", port: 8000 }] }],
    });
    expect(specOf(objects, "TargetGroupConfiguration")).toMatchObject({
      targetReference: { name: "llama-serve" },
      defaultConfiguration: {
        targetType: "ip",
        healthCheckConfig: { healthCheckPath: "/health" },
        targetGroupAttributes: expect.arrayContaining([
          { key: "load_balancing.algorithm.type", value: "least_outstanding_requests" },
        ]),
      },
    });
  });

  it.each(["cluster", "internal", "public"] as const)("makes no route for a model that is %s", (exposure) => {
    expect(modelService({ ...model, exposure }, pods, awsLoadBalancers).map(({ kind }) => kind)).toEqual(["Service"]);
  });
});
