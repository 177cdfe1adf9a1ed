# Usage: sh install-debian-packages.sh PACKAGE...
# Installs Debian packages as root without starting, or enabling, the services that come with them: this machine's own
# services stay as they are.
set -eu

export DEBIAN_FRONTEND=noninteractive

missing=
for package in "$@"; do
  if ! dpkg-query --show --showformat='${Status}\n' "$package" 2>/dev/null | grep -q ' installed$'; then
    missing="$missing $package"
  fi
done
[ -n "$missing" ] || exit 0

# Debian's own switch: no package script starts a service while this answers 101.
policy=/usr/sbin/policy-rc.d
created=
if [ ! -e "$policy" ]; then
  created=yes
  trap 'rm -f "$policy"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod 755 "$policy"
fi

# shellcheck disable=SC2086 # one word a package
{
  apt-get update
  apt-get install --yes --no-install-recommends $missing
}

command -v systemctl >/dev/null || exit 0
for package in $missing; do
  dpkg-query --listfiles "$package" | sed -n 's|^\(/usr\)\?/lib/systemd/system/\([^/@]*\.service\)$|\2|p' |
    while read -r service; do
      # A policy of this machine's own may have let the service start.
      if [ -z "$created" ]; then
        systemctl stop "$service" 2>/dev/null || true
      fi
      systemctl disable "$service" || true
    done
done
