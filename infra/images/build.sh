#!/usr/bin/env bash
# Builds the images that the tests in containers use where no registry is reachable, under the names barograph/NAME:local:
# Debian from its packages, Kafka from its Maven jars, Flink from the jars of its Python package. An image is built only
# if what it is made of has changed.
#
#   infra/images/build.sh [kafka | flink | influxdb | mariadb]...     (default: kafka flink influxdb)
#
# Needs docker, debootstrap, mvn and python3 with pip, and root for debootstrap.
set -euo pipefail

here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
home=$(readlink -f "$here/../..")
work=$home/.barograph/images
suite=bookworm
version_of() {
  sed -n "s|.*<$1.version>\(.*\)</$1.version>.*|\1|p" "$home/pom.xml"
}
flink_version=$(version_of flink)
kafka_version=$(version_of kafka)
label=io.barograph.inputs

as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)

# inputs WORD... : a hash of the words and of what is in the files among them
inputs() {
  {
    printf '%s\n' "$@"
    for file in "$@"; do
      if [ -d "$file" ]; then
        (cd "$file" && find . -type f -print0 | sort -z | xargs -0 sha256sum)
      elif [ -f "$file" ]; then
        sha256sum <"$file"
      fi
    done
  } | sed "s|$home/||" | sha256sum | cut -c 1-16
}

is_built() {
  [ "$(docker image inspect --format "{{index .Config.Labels \"$label\"}}" "$1:local" 2>/dev/null)" = "$2" ]
}

# debian NAME PACKAGE... : an image of Debian with these packages and nothing that only people read
debian() {
  local name=$1 packages=("${@:2}") hash rootfs
  hash=$(inputs "$suite" "${packages[@]}")
  ! is_built "$name" "$hash" || return 0
  echo "Building $name: Debian $suite with ${packages[*]}"
  rootfs=$work/rootfs
  "${as_root[@]}" rm -rf "$rootfs"
  mkdir -p "$work/packages"
  "${as_root[@]}" debootstrap --variant=minbase --cache-dir="$work/packages" \
    --include="$(IFS=,; echo "${packages[*]}")" "$suite" "$rootfs" >"$work/debootstrap.log"
  "${as_root[@]}" tar -C "$rootfs" --exclude='./var/cache/apt/*' --exclude='./var/lib/apt/lists/*' \
    --exclude='./usr/share/doc/*' --exclude='./usr/share/man/*' --exclude='./usr/share/locale/*' -c . |
    docker import --change "LABEL $label=$hash" - "$name:local" >/dev/null
  "${as_root[@]}" rm -rf "$rootfs"
}

# image NAME FOLDER INPUT... : an image from a folder's Dockerfile, and what the function prepare_FOLDER adds to it
image() {
  local name=$1 folder=$2 hash context
  hash=$(inputs "$here/$folder" "${@:3}")
  ! is_built "$name" "$hash" || return 0
  echo "Building $name"
  context=$work/$folder
  rm -rf "$context"
  mkdir -p "$context"
  cp -R "$here/$folder/." "$context"
  "prepare_$folder" "$context"
  DOCKER_BUILDKIT=0 docker build --quiet --label "$label=$hash" --tag "$name:local" "$context" >/dev/null 2>"$work/build.log" ||
    { cat "$work/build.log" >&2; return 1; }
  rm -rf "$context"
}

base_id() {
  docker image inspect --format '{{.Id}}' "$1:local"
}

prepare_kafka() {
  (cd "$home" && mvn --batch-mode --quiet -f "$here/kafka/pom.xml" dependency:copy-dependencies \
    -DincludeScope=runtime -DoutputDirectory="$1/lib")
}

prepare_flink() {
  local wheel=$work/apache-flink-libraries-$flink_version
  if ! compgen -G "$wheel/*.whl" >/dev/null; then
    python3 -m pip download --quiet --no-deps --dest "$wheel" "apache-flink-libraries==$flink_version"
  fi
  mkdir -p "$1/lib"
  python3 - "$wheel" "$1/lib" <<'PYTHON'
import glob, os, re, shutil, sys, zipfile

wanted = re.compile(r"pyflink/lib/(flink-dist-|flink-connector-files-|log4j-).*\.jar")
with zipfile.ZipFile(glob.glob(sys.argv[1] + "/*.whl")[0]) as wheel:
    for name in filter(wanted.fullmatch, wheel.namelist()):
        with wheel.open(name) as source, open(os.path.join(sys.argv[2], os.path.basename(name)), "wb") as jar:
            shutil.copyfileobj(source, jar)
PYTHON
}

prepare_influxdb() { :; }

build() {
  case $1 in
    kafka | flink | influxdb)
      debian barograph/base openjdk-17-jre-headless iproute2 influxdb libfaketime
      image "barograph/$1" "$1" "$(base_id barograph/base)" "$kafka_version" "$flink_version"
      ;;
    mariadb) debian barograph/mariadb mariadb-server ;;
    *)
      echo "no image $1; there are kafka, flink, influxdb and mariadb" >&2
      return 2
      ;;
  esac
}

mkdir -p "$work"
[ $# -gt 0 ] || set -- kafka flink influxdb
for one in "$@"; do
  build "$one"
done
