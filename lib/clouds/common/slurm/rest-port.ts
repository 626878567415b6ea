/** The port that SchedMD's unit listens on. https://slurm.schedmd.com/slurmrestd.html */
export const REST_PORT = 6820;
