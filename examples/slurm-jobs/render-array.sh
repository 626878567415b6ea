#!/bin/bash
#SBATCH --job-name=render
#SBATCH --array=1-240%32
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=8
#SBATCH --gpus-per-node=1
#SBATCH --requeue
# One frame per task, at most 32 at a time. An existing frame is not rendered again, so the array can be submitted once more.
set -euo pipefail
frame=$(printf 'frames/%04d.png' "$SLURM_ARRAY_TASK_ID")
[ ! -s "$frame" ] || exit 0
blender --background scene.blend --engine CYCLES --render-output //frames/#### --render-format PNG \
  --render-frame "$SLURM_ARRAY_TASK_ID" -- --cycles-device OPTIX
