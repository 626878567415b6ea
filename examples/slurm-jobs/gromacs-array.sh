#!/bin/bash
#SBATCH --job-name=gromacs
#SBATCH --array=1-16
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=12
#SBATCH --gpus-per-node=1
#SBATCH --time=24:00:00
#SBATCH --requeue
# One simulation per GPU: systems below a million atoms gain little from several. mdrun stops before the time is over and goes on from its checkpoint.
set -euo pipefail
cd "replica-$SLURM_ARRAY_TASK_ID"
gmx mdrun -deffnm md -cpi md.cpt -maxh 23.5 -ntmpi 1 -ntomp "$SLURM_CPUS_PER_TASK" -pin on \
  -nb gpu -pme gpu -bonded gpu -update gpu
