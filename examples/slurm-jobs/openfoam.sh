#!/bin/bash
#SBATCH --job-name=openfoam
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=64
#SBATCH --exclusive
# numberOfSubdomains of system/decomposeParDict must be the number of tasks.
set -euo pipefail
[ -d processor0 ] || decomposePar -force
srun --mpi=pmix simpleFoam -parallel
reconstructPar -latestTime
