import type { Problems } from "../../errors";
import type { KubernetesObject } from "../chart/manifest";

/** What a Service asks of its own load balancer. */
export interface BalancerRequest {
  readonly exposure: string;
  /** Subnets of an internal load balancer; empty to let the cloud find some by their tags and routes. */
  readonly loadBalancerSubnets: readonly string[];
  /** Tags of a load balancer of its own, by which it is found again: the cloud chooses its name. */
  readonly loadBalancerTags: Readonly<Record<string, string>>;
  /** Certificate of the load balancer of its own, which then speaks TLS on port 443; null for plain HTTP. */
  readonly certificateArn: string | null;
}

/** Tokens that a load balancer asks clients for: JSON Web Tokens of an identity provider. */
export interface TokenRule {
  /** Who issues them, as the claim `iss` says. */
  readonly issuer: string;
  /** Where the keys are that they are signed with. */
  readonly jwksEndpoint: string;
  /** Whom they are issued for, as the claim `aud` says. */
  readonly audience: string;
}

/** One front door for all served models: a load balancer that tells them apart by host name. */
export interface GatewayProps {
  /** Models answer at `<name>.<domain>`. */
  readonly domain: string;
  /** Certificate of `*.<domain>`, as the platform's load balancer takes it; null for plain HTTP within the network. */
  readonly certificateArn: string | null;
  readonly exposure: "internal" | "public";
  /** Blocks that may reach it. */
  readonly allowedCidrs: readonly string[];
  /** Two subnets in two zones. */
  readonly subnetIds: readonly string[];
  readonly tags: Readonly<Record<string, string>>;
  /** Tokens that clients must send. @default - none */
  readonly tokens?: TokenRule | null;
  /** Firewall in front of it, by the cloud's name. @default - none */
  readonly firewall?: string | null;
}

/** What a model's route leads to. */
export interface RoutedService {
  readonly name: string;
  readonly namespace: string;
  /** Name and port of its Service. */
  readonly service: string;
  readonly port: number;
  /** Path that answers 200 while the server can take requests. */
  readonly healthPath: string;
}

/** How a platform's controller takes the Gateway API. */
export interface GatewayDriver {
  /** Name of the GatewayClass, and the controller that it is of. */
  readonly className: string;
  readonly controllerName: string;
  /** What the gateway has that the API itself has no word for. */
  readonly configuration: (props: GatewayProps, name: string, namespace: string) => KubernetesObject;
  /** The same of a route's Service. */
  readonly backend: (route: RoutedService) => readonly KubernetesObject[];
  /** An object next to the route with which only holders of such tokens pass, to which the route then refers. */
  readonly tokens: (route: RoutedService, rule: TokenRule) => KubernetesObject;
  /** Checks what the platform's load balancers want of a gateway. */
  readonly check: (problems: Problems, props: GatewayProps) => void;
}

/** Certificates that a platform's load balancers take. */
export interface CertificateKind {
  /** In a sentence: `the ARN of a certificate in …`. */
  readonly what: string;
  readonly example: string;
  readonly isSound: (text: string) => boolean;
}

/** How a platform makes load balancers for Services and gateways. */
export interface LoadBalancerDriver {
  /** Annotations of a Service of type LoadBalancer. */
  readonly annotations: (request: BalancerRequest) => Readonly<Record<string, string>>;
  /** Certificates that such a load balancer ends TLS with; null where it ends none. */
  readonly certificate: CertificateKind | null;
  /** Null where the platform has no controller for the Gateway API that is set up here. */
  readonly gateway: GatewayDriver | null;
}
