"""Ends the jobs of nodes that will be gone at a known time: a Capacity Block's, a Spot Instance's, one that the cloud retires.

`tell` gives running jobs that time as their own end: Slurm then sends each the signal that it asked for with `--signal`, in time for
a checkpoint. `requeue` puts those that may be back into the queue, with their old time limit.
"""

import contextlib
import time

import scontrol

ON_THE_NODES = "RUNNING,SUSPENDED,CONFIGURING"
FIELDS = ("JobID", "EndTime", "TimeLimit", "Requeue", "BatchFlag")
FORM = "%Y-%m-%dT%H:%M:%S"


class JobEnds:
    def __init__(self, book, log):
        self.book, self.log = book, log

    def tell(self, nodes, stop, why):
        """nodes: a host list; stop: seconds since the epoch."""
        for job in self.jobs(nodes):
            if end_of(job) > stop and self.book.noted("limit " + job["JobID"]) is None:
                with self.each(job):
                    scontrol.run("update", "jobid=" + job["JobID"], "EndTime=" + local(stop))
                    self.book.note("limit " + job["JobID"], job["TimeLimit"])
                    self.log.info("job %s ends with %s at %s", job["JobID"], why, local(stop))

    def requeue(self, nodes, why):
        for job in self.jobs(nodes):
            if job["Requeue"] != "1" or job["BatchFlag"] != "1":  # Slurm requeues batch jobs only
                continue
            with self.each(job):
                scontrol.run("requeue", job["JobID"])
                self.log.info("job %s is requeued before the end of %s", job["JobID"], why)
                limit = self.book.noted("limit " + job["JobID"])
                if limit:
                    scontrol.run("update", "jobid=" + job["JobID"], "TimeLimit=" + limit)
                    self.book.forget("limit " + job["JobID"])

    def jobs(self, nodes):
        return scontrol.jobs_on(nodes, ON_THE_NODES, FIELDS)

    @contextlib.contextmanager
    def each(self, job):
        """A job that has ended since, or refuses, must not keep the others from their minute."""
        try:
            yield
        except scontrol.SlurmError as error:
            self.log.warning("job %s: %s", job["JobID"], error)


def end_of(job):
    """Seconds since the epoch; a job without a limit, or one that has not begun, has no end."""
    end = job["EndTime"]
    return time.mktime(time.strptime(end, FORM)) if end[:1].isdigit() else float("inf")


def local(moment):
    """As scontrol reads and writes times: in the head's own zone."""
    return time.strftime(FORM, time.localtime(moment))
