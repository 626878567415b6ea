"""A timer's program: ends the jobs of nodes that Azure will take, in time. The nodes themselves are told of it (azure_notices.py)."""

import time

import scontrol
from cloud_events import Events
from cluster_file import Cluster
from instance_book import Book
from program_log import open_log


def main():
    cluster = Cluster.load()
    log = open_log(cluster, "azure-events")
    if scontrol.is_active(cluster.data["controllers"]):
        Events(cluster, Book(cluster.state_file("instances.db")), log).end_jobs(time.time())
