"""The server behind an Azure Database for MySQL in the lab: MySQL of Ubuntu with Azure's settings, those of the stack over them, a certificate for
Azure's name, and an administrator with the privileges that Azure gives one."""

import base64

import azure_site

NAME, ADDRESS = "database", "10.0.0.200"
# The stack gives the administrator a password that nobody reads
FIRST = "Wf1-first-password"
# What Azure sets otherwise than MySQL. https://learn.microsoft.com/azure/mysql/flexible-server/concepts-server-parameters
OF_AZURE = {
    "bind_address": "*", "mysqlx": "OFF", "log_bin": "binlog", "log_bin_trust_function_creators": "ON", "lower_case_table_names": "1",
    "require_secure_transport": "ON", "sql_generate_invisible_primary_key": "ON",
}  # fmt: skip
FILES = "ssl_ca=/etc/mysql/azure/ca.pem\nssl_cert=/etc/mysql/azure/database.pem\nssl_key=/etc/mysql/azure/database.key\n"
# https://learn.microsoft.com/azure/mysql/flexible-server/security-how-to-create-users
PRIVILEGES = """SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, RELOAD, PROCESS, REFERENCES, INDEX, ALTER, SHOW DATABASES, CREATE TEMPORARY TABLES, LOCK TABLES, EXECUTE,
REPLICATION SLAVE, REPLICATION CLIENT, CREATE VIEW, SHOW VIEW, CREATE ROUTINE, ALTER ROUTINE, CREATE USER, EVENT, TRIGGER, CREATE ROLE, DROP ROLE"""
# The data are new: names in lower case alone are a choice of their first moment
MAKE = """set -e
systemctl stop mysql; rm -rf /var/lib/mysql/*
chown -R mysql: /etc/mysql/azure; chmod 600 /etc/mysql/azure/database.key
mysqld --initialize-insecure --user=mysql > /dev/null 2>&1
systemctl start mysql
mysql -e "CREATE USER slurm@'%%' IDENTIFIED BY '%s'; GRANT %s ON *.* TO slurm@'%%' WITH GRANT OPTION" """


def machine(stack, folder):
    nothing = base64.b64encode(b"#cloud-config\n{}\n").decode()
    return azure_site.machine(folder, NAME, NAME, "Standard_D2ads_v5", nothing, [], ADDRESS, cgroup="v1", packages=["mysql-server"])


def records(stack):
    return [{"name": stack.attribute("mysql_flexible_server", name, "fqdn"), "type": "A", "values": [ADDRESS]} for name in stack.all("mysql_flexible_server")]


def settings(stack):
    own = {each["name"]: each["value"] for each in stack.all("mysql_flexible_server_configuration").values()}
    return "[mysqld]\n" + "".join("%s=%s\n" % row for row in sorted({**OF_AZURE, **own}.items())) + FILES


def put(lab, path, text):
    status, said = lab.run(NAME, "mkdir -p $(dirname %s) && echo %s | base64 -d > %s" % (path, base64.b64encode(text.encode()).decode(), path))
    if status:
        raise RuntimeError(said)


def make(lab, stack):
    for file in ("ca.pem", "database.pem", "database.key"):
        put(lab, "/etc/mysql/azure/" + file, (lab.state / "pki" / file).read_text())
    put(lab, "/etc/mysql/mysql.conf.d/zz-azure.cnf", settings(stack))
    status, said = lab.run(NAME, MAKE % (FIRST, PRIVILEGES.replace("\n", " ")), timeout=180)
    if status:
        raise RuntimeError(said + lab.text(NAME, "tail -n 20 /var/log/mysql/error.log"))


def asked(lab, query):
    """Rows of an answer, as the server's own administrator sees them."""
    return lab.text(NAME, "mysql -N -e \"%s\"" % query).splitlines()


def foreign_certificate(lab):
    """From now on the server shows a certificate of another authority."""
    key = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout database.key -out database.pem -days 30 -subj /CN=other -addext subjectAltName=DNS:*.mysql.database.azure.com"
    lab.run(NAME, "cd /etc/mysql/azure && mkdir -p own && cp database.* own/ && %s && chown mysql: database.* && chmod 600 database.key && systemctl restart mysql" % key)


def own_certificate(lab):
    lab.run(NAME, "cd /etc/mysql/azure && cp own/* . && chown mysql: database.* && chmod 600 database.key && systemctl restart mysql")

