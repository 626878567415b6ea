/** Days that AWS Backup's automatic plan for EFS keeps a backup. https://docs.aws.amazon.com/efs/latest/ug/automatic-backups.html */
export const EFS_BACKUP_DAYS = 35;
