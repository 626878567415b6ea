#!/bin/bash
#SBATCH --job-name=accelerate
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
#SBATCH --requeue
# Accelerate asks each node for its rank, which only the node's own step knows.
set -euo pipefail
head=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
export head processes=$((SLURM_NNODES * 8))
# shellcheck disable=SC2016 # the step's shell reads them
srun bash -c 'exec accelerate launch --num_machines "$SLURM_NNODES" --num_processes "$processes" \
  --machine_rank "$SLURM_NODEID" --main_process_ip "$head" --main_process_port 29500 --mixed_precision bf16 train.py'
