#!/bin/bash
#SBATCH --job-name=deepspeed
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
#SBATCH --requeue
# DeepSpeed's own launcher would log in to the nodes by SSH; Slurm's step starts it on each instead.
set -euo pipefail
head=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
hosts=$PWD/hosts-$SLURM_JOB_ID
scontrol show hostnames "$SLURM_JOB_NODELIST" | sed 's/$/ slots=8/' > "$hosts"
export head hosts
# shellcheck disable=SC2016 # the step's shell reads them
srun bash -c 'exec deepspeed --no_ssh --hostfile "$hosts" --node_rank "$SLURM_NODEID" \
  --master_addr "$head" --master_port 29500 train.py --deepspeed ds_config.json'
