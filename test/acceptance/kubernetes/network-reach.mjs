// Whether NetworkPolicies let one pod or address speak to another, as the Kubernetes API defines them: a policy that selects
// a pod closes the direction it names, and what any policy allows is open. An ipBlock also holds for pods' addresses here,
// which is the wider reading that plugins may take.

const matches = ({ matchLabels = {}, matchExpressions = [] } = {}, labels = {}) =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(({ key, operator, values = [] }) => {
    if (operator === "In") return values.includes(labels[key]);
    if (operator === "NotIn") return !values.includes(labels[key]);
    return operator === "Exists" ? key in labels : !(key in labels);
  });

const number = (ip) => ip.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);

export function inBlock(ip, cidr) {
  const [base, bits] = cidr.split("/");
  const size = 2 ** (32 - Number(bits));
  return Math.floor(number(ip) / size) === Math.floor(number(base) / size);
}

/** A pod of the cluster is {namespace, labels, ip}; an address outside has ip alone. */
function isPeer({ ipBlock, podSelector, namespaceSelector }, other, own, namespaces) {
  if (ipBlock)
    return inBlock(other.ip, ipBlock.cidr) && !(ipBlock.except ?? []).some((cidr) => inBlock(other.ip, cidr));
  if (!other.namespace) return false;
  const inside = namespaceSelector ? matches(namespaceSelector, namespaces[other.namespace]) : other.namespace === own;
  return inside && matches(podSelector, other.labels);
}

function opens(rules, side, other, own, { port, protocol }, namespaces) {
  return rules.some(
    (rule) =>
      (!rule[side]?.length || rule[side].some((peer) => isPeer(peer, other, own, namespaces))) &&
      (!rule.ports?.length || rule.ports.some((p) => (p.protocol ?? "TCP") === protocol && (p.port ?? port) === port)),
  );
}

/** Policies that select a pod and close a direction of it. */
export const closing = (policies, pod, direction) =>
  policies.filter(
    ({ metadata, spec }) =>
      metadata.namespace === pod.namespace &&
      matches(spec.podSelector, pod.labels) &&
      spec.policyTypes.includes(direction),
  );

/** Whether `from` reaches `to` at a port; `namespaces` are the labels of each by name. */
export function reaches(policies, namespaces, from, to, port, protocol = "TCP") {
  const at = { port, protocol };
  const side = (pod, other, direction, rules, peers) => {
    if (!pod.namespace) return true;
    const all = closing(policies, pod, direction);
    return (
      all.length === 0 || all.some(({ spec }) => opens(spec[rules] ?? [], peers, other, pod.namespace, at, namespaces))
    );
  };
  return side(from, to, "Egress", "egress", "to") && side(to, from, "Ingress", "ingress", "from");
}
