#!/usr/bin/env bash
# Runs ./barograph test in a bare Debian: a root folder with nothing but Java, Maven and git, and a clone of what is
# committed here. So what the project needs and does not install itself shows. Needs root and debootstrap.
#
#   integration-tests/bare-root.sh FOLDER [COMMAND]...     (default: ./barograph test)
#
# FOLDER must not exist, or be left from an earlier run; delete it afterwards. This machine's settings for package
# registries (mirrors, certificates) hold in there as well.
set -euo pipefail

[ $# -ge 1 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
home=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
mkdir -p "$(dirname "$1")"
root=$(readlink -f "$1")
command=("${@:2}")
[ ${#command[@]} -gt 0 ] || command=(./barograph test)

[ "$(id -u)" = 0 ] || { echo "bare-root.sh: must run as root" >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "bare-root.sh: debootstrap is missing: apt-get install debootstrap" >&2; exit 1; }

if [ ! -e "$root/usr/bin/mvn" ]; then
  echo "Making a bare Debian in $root"
  mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
    sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] \)\?\([^ ]*\) .*/\2/p' | sed -n 1p || true)
  debootstrap --variant=minbase --include=ca-certificates bookworm "$root" ${mirror:+"$mirror"} >"$root.log" 2>&1 ||
    { tail -n 5 "$root.log" >&2; exit 1; }
  rm -f "$root/etc/apt/sources.list"
  cp -a /etc/apt/. "$root/etc/apt/"
  for settings in /etc/resolv.conf /etc/hosts /etc/pip.conf /etc/ssl/certs /usr/local/share/ca-certificates \
    /usr/share/keyrings /root/.npmrc /root/.m2/settings.xml; do
    [ -e "$settings" ] || continue
    rm -rf "${root:?}$settings" # links in there would lead out of it
    mkdir -p "$root$(dirname "$settings")"
    cp -aL "$settings" "$root$(dirname "$settings")/"
  done
fi

unmount() {
  umount -l "$root/dev" "$root/proc" "$root/sys" "$root" 2>/dev/null || true
}
trap unmount EXIT
mount --bind "$root" "$root" # in there "/" must be a mount point: probes ask for that of their folder
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys" && mount --make-rslave "$root/sys"
mount --rbind /dev "$root/dev" && mount --make-rslave "$root/dev"

in_root() {
  chroot "$root" /usr/bin/env -i HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

if [ ! -e "$root/usr/bin/mvn" ]; then
  in_root sh -c 'apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -q install --yes --no-install-recommends \
    openjdk-17-jdk-headless maven git python3 procps' >>"$root.log" 2>&1 || { tail -n 5 "$root.log" >&2; exit 1; }
  # Certificates that this machine trusts, for Java as well.
  if [ -e /etc/ssl/certs/java/cacerts ]; then
    mkdir -p "$root/etc/ssl/certs/java" && cp -L /etc/ssl/certs/java/cacerts "$root/etc/ssl/certs/java/cacerts"
  fi
fi

rm -rf "${root:?}/srv/barograph"
git clone --quiet "$home" "$root/srv/barograph"
in_root bash -c 'cd /srv/barograph && exec "$@"' bash "${command[@]}"
