/**
 * A node that lacks a GPU, has one with uncorrectable memory errors, or one that has no spare row for them, says so and fails its boot step. No answer of the
 * driver counts as no GPU.
 * @see https://docs.nvidia.com/deploy/a100-gpu-mem-error-mgmt/index.html
 */
export function nvidiaCheckScript(gpus: number): string {
  return `ask() { timeout 120 nvidia-smi "$@" 2> /dev/null || true; }
found=$(ask -L | grep -c '^GPU' || true)
errors=$(ask --query-gpu=ecc.errors.uncorrected.volatile.total --format=csv,noheader,nounits | grep -cE '^[1-9]' || true)
rows=$(ask --query-remapped-rows=remapped_rows.failure --format=csv,noheader | grep -ciE '^(1|yes)' || true)
if [ "$found" -ne ${gpus} ] || [ "$errors" -ne 0 ] || [ "$rows" -ne 0 ]; then
  echo "warpform: $found GPUs of ${gpus}, $errors with uncorrectable memory errors, $rows that cannot remap a memory row" | tee /dev/console >&2
  exit 1
fi
`;
}

/**
 * The same of AMD GPUs, whose number alone a VM knows: their driver counts memory errors for the host only. It lists processors too, with 0 for a GPU.
 * @see https://rocm.docs.amd.com/projects/amdsmi/en/docs-6.4.0/doxygen/docBin/html/group__tagECCInfo.html (not supported on virtual machine guests) and
 * https://docs.kernel.org/gpu/amdgpu/driver-core.html
 */
export function amdCheckScript(gpus: number): string {
  return `found=$(cat /sys/class/kfd/kfd/topology/nodes/*/gpu_id 2> /dev/null | grep -cvE '^0?$' || true)
if [ "$found" -ne ${gpus} ]; then
  echo "warpform: $found GPUs of ${gpus}" | tee /dev/console >&2
  exit 1
fi
`;
}
