#!/bin/bash
#SBATCH --job-name=horovod
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=8
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
#SBATCH --requeue
# One MPI rank per GPU, started by Slurm itself: Horovod must be built with MPI, and Slurm with PMIx (`srun --mpi=list`).
set -euo pipefail
srun --mpi=pmix python train.py
