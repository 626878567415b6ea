import type { InfiniBandDevices } from "../../../catalog/types";

/** Looks at the devices before a node is given up, 5 s apart: the image's monitor names devices that came late within two minutes. */
const LOOKS = 25;

/**
 * A node whose devices are down, or that has no full-member partition key (0x8...), says so and fails its boot step: NCCL would go on over TCP.
 * A service of the image gives devices their names, and its monitor looks again each minute. The key and the placement group, at which the fabric
 * ends, are written down, so that those of all nodes can be compared.
 * @see https://learn.microsoft.com/azure/virtual-machines/instance-metadata-service, Azure/azhpc-images @8e9d055 components/install_azure_persistent_rdma_naming.sh
 */
export function checkScript({ devices, gbpsPerDevice }: InfiniBandDevices): string {
  return `look() {
  ports=$(ls -d /sys/class/infiniband/mlx5_ib*/ports/1 2>/dev/null | wc -l)
  active=$(cat /sys/class/infiniband/mlx5_ib*/ports/1/state 2>/dev/null | grep -c ACTIVE || true)
  rate=$(cat /sys/class/infiniband/mlx5_ib*/ports/1/rate 2>/dev/null | grep -c '^${gbpsPerDevice} ' || true)
  keys=$(cat /sys/class/infiniband/mlx5_ib*/ports/1/pkeys/* 2>/dev/null | grep '^0x8' | sort -u | tr '\\n' ' ' || true)
  [ "$active" -eq ${devices} ] && [ "$rate" -eq ${devices} ] && [ "$(echo "$keys" | wc -w)" -eq 1 ]
}
left=${LOOKS}
until look || [ "$left" -eq 1 ]; do left=$((left - 1)); sleep 5; done
mkdir -p /run/warpform
printf '%s\\n' "$keys" > /run/warpform/pkeys
curl -fsS --noproxy '*' --retry 5 -H Metadata:true 'http://169.254.169.254/metadata/instance/compute/placementGroupId?api-version=2021-02-01&format=text' > /run/warpform/placement-group || true
if ! look; then
  echo "warpform: InfiniBand has $ports devices, $active active, $rate at ${gbpsPerDevice} Gb/s, keys: $keys; ${devices} devices and 1 key are expected" | tee /dev/console >&2
  exit 1
fi
`;
}
