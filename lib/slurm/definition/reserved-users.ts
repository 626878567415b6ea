/**
 * Users and groups that machines have before anybody is declared: those of Debian's and Ubuntu's base, of the images' own user, and
 * of the services that head and nodes run. A user of such a name could not be made, and the machine would not come up.
 * @see https://wiki.debian.org/SystemGroups and /usr/share/doc/base-passwd/users-and-groups.txt.gz
 */
export const reservedUsers: ReadonlySet<string> = new Set(
  [
    "root daemon bin sys sync games man lp mail news uucp proxy www-data backup list irc gnats nobody nogroup adm tty disk kmem",
    "dialout fax voice cdrom floppy tape sudo audio dip operator src shadow utmp video render sasl plugdev staff users kvm input sgx",
    "crontab syslog netdev lxd docker ssh sshd ssl-cert messagebus uuidd tcpdump tss landscape pollinate polkitd fwupd-refresh",
    "ubuntu ec2-user admin wheel nvidia-persistenced slurm munge mysql prometheus grafana sssd alertmanager",
  ].flatMap((names) => names.split(" ")),
);
