"""A job of PyTorch on each node's CPUs, with the backend that jobs on GPUs use by default beside NCCL."""

import os
import sys

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as checkpoint

os.environ.update(RANK=os.environ["SLURM_PROCID"], WORLD_SIZE=os.environ["SLURM_NTASKS"], MASTER_PORT="29500")
# Debian builds it without libuv.
os.environ.update(MASTER_ADDR=sys.argv[1], USE_LIBUV="0")
dist.init_process_group("cpu:gloo,cuda:nccl" if torch.cuda.is_available() else "gloo")
ones = torch.ones(4)
dist.all_reduce(ones)
checkpoint.save({"ones": ones}, checkpoint_id=sys.argv[2])
dist.barrier()
print("rank %d: %s, %s" % (dist.get_rank(), ones.tolist(), sorted(os.listdir(sys.argv[2]))[:1]), flush=True)
# Both ranks at once in destroy_process_group wait for each other for ever now and then (2 of 26 runs of Debian's PyTorch on a busy machine).
os._exit(0)
