/**
 * Interruptions of a Spot node per day where none are given: 20 % in a month, where the Spot Instance Advisor's highest band
 * begins: -ln(0.8) / 30.4.
 * @see https://aws.amazon.com/ec2/spot/instance-advisor/
 */
export const SPOT_INTERRUPTIONS_PER_NODE_DAY = 0.0073;

/** Most interruptions of a node per hour that are taken: more often, and no work is kept. */
export const MOST_INTERRUPTIONS_PER_HOUR = 1;
