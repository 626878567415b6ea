/** Days that flows are kept where nothing is said. */
export const FLOW_LOG_DAYS = 365;

export interface FlowLogsProps {
  /** Name of the storage account for the logs, 3 to 24 lower-case letters and digits, unique in all of Azure. */
  readonly accountName: string;
  /** Days that flows are kept, 1 to 365. @default 365 */
  readonly retentionDays?: number;
}
