"""When Capacity Blocks begin and end."""

from aws_client import client


def dates(cluster, ids, log):
    """reservation id -> (start, end), seconds since the epoch or None; what can't be had is left to cluster.json."""
    ec2, found = client(cluster, "ec2"), []
    try:
        found = ec2.describe_capacity_reservations(CapacityReservationIds=ids)["CapacityReservations"]
    except Exception as error:  # an ended block may be unknown, and the dates of the file still count
        log.warning("reservations one by one, since together: %s", error)
        for i in ids if len(ids) > 1 else []:
            try:
                found += ec2.describe_capacity_reservations(CapacityReservationIds=[i])["CapacityReservations"]
            except Exception as error:
                log.warning("dates of cluster.json are used for %s: %s", i, error)
    return {
        r["CapacityReservationId"]: tuple(r[key].timestamp() if r.get(key) else None for key in ("StartDate", "EndDate"))
        for r in found
    }
