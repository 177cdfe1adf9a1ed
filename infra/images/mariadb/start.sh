# A server with one database and one user, named by the variables of the official image.
set -eu
data=/var/lib/mysql
mkdir -p "$data" /run/mysqld
chown -R mysql: "$data" /run/mysqld
if [ ! -d "$data/mysql" ]; then
  mariadb-install-db --user=mysql --datadir="$data" --skip-test-db --auth-root-authentication-method=socket >/dev/null
fi
printf '%s\n' "CREATE DATABASE IF NOT EXISTS \`$MARIADB_DATABASE\`;" \
  "CREATE USER IF NOT EXISTS '$MARIADB_USER'@'%' IDENTIFIED BY '$MARIADB_PASSWORD';" \
  "GRANT ALL ON \`$MARIADB_DATABASE\`.* TO '$MARIADB_USER'@'%';" >/run/mysqld/init.sql
chmod 644 /run/mysqld/init.sql
exec mariadbd --user=mysql --datadir="$data" --bind-address=0.0.0.0 --init-file=/run/mysqld/init.sql
