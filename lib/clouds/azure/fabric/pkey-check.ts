import type { InfiniBandDevices } from "../../../catalog/types";

/**
 * A node whose devices are down, or that has no full-member partition key (0x8...), says so and fails its boot step: NCCL would go on over TCP.
 * The key and the placement group, at which the fabric ends, are written down, so that those of all nodes can be compared.
 * @see https://learn.microsoft.com/azure/virtual-machines/instance-metadata-service
 */
export function checkScript({ devices, gbpsPerDevice }: InfiniBandDevices): string {
  return `ports=$(ls -d /sys/class/infiniband/mlx5_ib*/ports/1 2>/dev/null | wc -l)
active=$(cat /sys/class/infiniband/mlx5_ib*/ports/1/state 2>/dev/null | grep -c ACTIVE || true)
rate=$(cat /sys/class/infiniband/mlx5_ib*/ports/1/rate 2>/dev/null | grep -c '^${gbpsPerDevice} ' || true)
keys=$(cat /sys/class/infiniband/mlx5_ib*/ports/1/pkeys/* 2>/dev/null | grep '^0x8' | sort -u | tr '\\n' ' ' || true)
mkdir -p /run/warpform
printf '%s\\n' "$keys" > /run/warpform/pkeys
curl -fsS --noproxy '*' --retry 5 -H Metadata:true 'http://169.254.169.254/metadata/instance/compute/placementGroupId?api-version=2021-02-01&format=text' > /run/warpform/placement-group || true
if [ "$active" -ne ${devices} ] || [ "$rate" -ne ${devices} ] || [ "$(echo "$keys" | wc -w)" -ne 1 ]; then
  echo "warpform: InfiniBand has $ports devices, $active active, $rate at ${gbpsPerDevice} Gb/s, keys: $keys; ${devices} devices and 1 key are expected" | tee /dev/console >&2
  exit 1
fi
`;
}
