/** What each node of a pool has unless it says otherwise: what pools are built with, and designs are priced with before they are. */

/** Root volume: gp3 beyond its free 3,000 IOPS and 125 MB/s, so that container images unpack in a third of the time. */
export const ROOT_VOLUME = { leastGiB: 30, sizeGiB: 200, iops: 6000, throughputMBps: 500 } as const;

/** Whether EC2 measures nodes each minute. */
export const DETAILED_MONITORING = true;
