/** Header by which the endpoint picker names the pod. @see llm-d/llm-d-router@v0.9.0 config/charts/llm-d-router-standalone/values.yaml */
const CHOSEN = "x-gateway-destination-endpoint";

const EXTENSIONS = "type.googleapis.com/envoy.extensions";

const HTTP2 = {
  "envoy.extensions.upstreams.http.v3.HttpProtocolOptions": {
    "@type": `${EXTENSIONS}.upstreams.http.v3.HttpProtocolOptions`,
    explicit_http_config: { http2_protocol_options: {} },
  },
};

const MOST = { thresholds: [{ max_connections: 40_000, max_pending_requests: 40_000, max_requests: 40_000 }] };

/** Longest answer, seconds: a day. */
const ANSWER = "86400s";

/** Asks the picker in the same pod where a request goes. */
const picking = (port: number) => ({
  name: "envoy.filters.http.ext_proc",
  typed_config: {
    "@type": `${EXTENSIONS}.filters.http.ext_proc.v3.ExternalProcessor`,
    failure_mode_allow: false,
    grpc_service: { envoy_grpc: { cluster_name: "picker", authority: `localhost:${port}` }, timeout: "10s" },
    processing_mode: {
      request_header_mode: "SEND",
      response_header_mode: "SEND",
      request_body_mode: "FULL_DUPLEX_STREAMED",
      response_body_mode: "FULL_DUPLEX_STREAMED",
      request_trailer_mode: "SEND",
      response_trailer_mode: "SEND",
    },
    message_timeout: "1000s",
  },
});

/** Answers load balancers by itself: 200 while the picker is well. */
const health = (path: string) => ({
  name: "envoy.filters.http.health_check",
  typed_config: {
    "@type": `${EXTENSIONS}.filters.http.health_check.v3.HealthCheck`,
    pass_through_mode: false,
    headers: [{ name: ":path", string_match: { exact: path } }],
    cluster_min_healthy_percentages: { picker: { value: 50 } },
  },
});

export interface RouterPorts {
  /** Where clients are answered. */
  readonly http: number;
  /** Where the picker listens, in the same pod. */
  readonly picker: number;
  readonly healthPath: string;
}

/**
 * Envoy's configuration: each request goes to the pod that the picker names.
 * @see https://www.envoyproxy.io/docs/envoy/latest/configuration/http/http_filters/ext_proc_filter
 * @see https://gateway-api-inference-extension.sigs.k8s.io/ (endpoint picker protocol)
 */
export function proxyConfiguration({ http, picker, healthPath }: RouterPorts): unknown {
  const address = (host: string, port: number) => ({ socket_address: { address: host, port_value: port } });
  return {
    static_resources: {
      listeners: [
        {
          name: "models",
          address: address("0.0.0.0", http),
          per_connection_buffer_limit_bytes: 32_768,
          filter_chains: [
            {
              filters: [
                {
                  name: "envoy.filters.network.http_connection_manager",
                  typed_config: {
                    "@type": `${EXTENSIONS}.filters.network.http_connection_manager.v3.HttpConnectionManager`,
                    stat_prefix: "models",
                    use_remote_address: true,
                    normalize_path: true,
                    merge_slashes: true,
                    route_config: {
                      virtual_hosts: [
                        {
                          name: "models",
                          domains: ["*"],
                          routes: [
                            {
                              match: { prefix: "/" },
                              route: { cluster: "chosen", timeout: ANSWER, idle_timeout: ANSWER },
                            },
                          ],
                        },
                      ],
                    },
                    http_filters: [
                      health(healthPath),
                      picking(picker),
                      {
                        name: "envoy.filters.http.router",
                        typed_config: { "@type": `${EXTENSIONS}.filters.http.router.v3.Router` },
                      },
                    ],
                  },
                },
              ],
            },
          ],
        },
      ],
      clusters: [
        {
          name: "chosen",
          type: "ORIGINAL_DST",
          connect_timeout: "10s",
          lb_policy: "CLUSTER_PROVIDED",
          circuit_breakers: MOST,
          original_dst_lb_config: { use_http_header: true, http_header_name: CHOSEN },
        },
        {
          name: "picker",
          type: "STATIC",
          connect_timeout: "10s",
          circuit_breakers: MOST,
          typed_extension_protocol_options: HTTP2,
          health_checks: [
            {
              timeout: "2s",
              interval: "5s",
              unhealthy_threshold: 3,
              healthy_threshold: 1,
              grpc_health_check: { service_name: "envoy.service.ext_proc.v3.ExternalProcessor" },
            },
          ],
          load_assignment: {
            cluster_name: "picker",
            endpoints: [{ lb_endpoints: [{ endpoint: { address: address("127.0.0.1", picker) } }] }],
          },
        },
      ],
    },
  };
}
