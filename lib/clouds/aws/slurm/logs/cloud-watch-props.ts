/** Logs of head and login nodes in CloudWatch, and alarms when the head stops launches or repairs, or cannot apply a change. */
export interface SlurmCloudWatchProps {
  /** Days that logs are kept: 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545 and further values of CloudWatch. @default 365 */
  readonly logRetentionDays?: number;
  /**
   * ARN of the SNS topic of the alarms; `topic.arn` of a ClusterMonitoring, or one of yours that CloudWatch may publish to.
   * @default - alarms are shown in CloudWatch and not sent
   */
  readonly alarmTopicArn?: string;
}
