# To be sourced by ./barograph test, in the project's folder. Brings what the tests use and is not there: Debian packages,
# the Darshan library, and with --all Docker and images for the tests in containers. Without Debian or root it says what is
# missing; the tests that need it then skip and say so.

# install_test_packages [--all]
install_test_packages() {
  local packages=() as_root=()
  command -v influxd >/dev/null || [ -x /usr/bin/influxd ] || packages+=(influxdb)
  [ -x /usr/sbin/mariadbd ] || packages+=(mariadb-server)
  command -v promtool >/dev/null || packages+=(prometheus)
  command -v prometheus-alertmanager >/dev/null || command -v alertmanager >/dev/null || packages+=(prometheus-alertmanager)
  [ -x /usr/bin/chromium ] && [ -x /usr/bin/chromedriver ] || packages+=(chromium chromium-driver)
  command -v npm >/dev/null || packages+=(nodejs npm)
  command -v docker-compose >/dev/null || packages+=(docker-compose)
  [ -n "${BAROGRAPH_DARSHAN_LIBRARY:-}" ] || python3 -m pip --version >/dev/null 2>&1 || packages+=(python3-pip)
  if [ "${1:-}" = --all ]; then
    command -v dockerd >/dev/null || packages+=(docker.io)
    command -v debootstrap >/dev/null || packages+=(debootstrap)
  fi
  [ ${#packages[@]} -gt 0 ] || return 0
  if ! command -v apt-get >/dev/null; then
    echo "Not installed: ${packages[*]} (Debian's names). Tests that need them are skipped." >&2
    return 0
  fi
  if [ "$(id -u)" != 0 ]; then
    if ! sudo -n true 2>/dev/null; then
      echo "Not installed: ${packages[*]}. Tests that need them are skipped; to have them: apt-get install ${packages[*]}" >&2
      return 0
    fi
    as_root=(sudo -n)
  fi
  echo "Installing what the tests use: ${packages[*]} (log: .barograph/log/test-packages.log)"
  if ! "${as_root[@]}" sh infra/stack/src/main/resources/io/barograph/stack/install-debian-packages.sh "${packages[@]}" \
    >.barograph/log/test-packages.log 2>&1; then
    tail -n 5 .barograph/log/test-packages.log >&2
    echo "The packages could not be installed. Tests that need them are skipped." >&2
  fi
}

# The Python package brings the Darshan project's own library, libdarshan-util.
fetch_darshan_library() {
  local folder=$PWD/.barograph/darshan
  [ -z "${BAROGRAPH_DARSHAN_LIBRARY:-}" ] || return 0
  if ! compgen -G "$folder/darshan.libs/libdarshan-util*.so*" >/dev/null; then
    echo "Fetching libdarshan-util"
    if ! python3 -m pip install --quiet --root-user-action ignore --no-deps --target "$folder" darshan==3.5.0; then
      echo "libdarshan-util could not be fetched. Tests that need it are skipped." >&2
      return 0
    fi
  fi
  BAROGRAPH_DARSHAN_LIBRARY=$(compgen -G "$folder/darshan.libs/libdarshan-util*.so*" | head -n 1)
  export BAROGRAPH_DARSHAN_LIBRARY
}

# Images of our own for the tests in containers; those would take the official ones where these are not built.
build_test_images() {
  . integration-tests/docker.sh
  trap stop_docker EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  if start_docker; then
    infra/images/build.sh kafka flink influxdb mariadb ||
      echo "The images for the tests in containers could not be built; those tests will fail." >&2
  fi
}

# prepare_tests [--all]
prepare_tests() {
  install_test_packages "$@"
  fetch_darshan_library
  if [ "${1:-}" = --all ]; then
    build_test_images
  fi
}
