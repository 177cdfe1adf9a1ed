# To be sourced. Gives the tests in containers a Docker: the one that runs, else one of this folder's own, which
# stop_docker ends. Where none can be started the tests in containers fail in CI, and say so.

docker_process=

# start_docker: sets DOCKER_HOST if it starts one
start_docker() {
  if docker info >/dev/null 2>&1; then
    return 0
  fi
  docker_folder=$PWD/.barograph/docker
  docker_as_root=()
  [ "$(id -u)" = 0 ] || docker_as_root=(sudo)
  mkdir -p "$docker_folder"
  # A socket's path may have 107 characters, and this folder may lie deep.
  docker_socket=$(mktemp --directory)/docker.sock
  echo "Starting Docker (log: $docker_folder/dockerd.log)"
  "${docker_as_root[@]}" dockerd --storage-driver=vfs --data-root="$docker_folder/data" \
    --exec-root="$docker_folder/exec" --pidfile="$docker_folder/dockerd.pid" --host="unix://$docker_socket" \
    --group="$(id -g)" >"$docker_folder/dockerd.log" 2>&1 &
  docker_process=$!
  for _ in $(seq 60); do
    if DOCKER_HOST=unix://$docker_socket docker info >/dev/null 2>&1; then
      export DOCKER_HOST=unix://$docker_socket
      return 0
    fi
    kill -0 "$docker_process" 2>/dev/null || break
    sleep 0.5
  done
  echo "Docker did not start; its last lines:" >&2
  tail -n 5 "$docker_folder/dockerd.log" >&2
  stop_docker
  return 1
}

# stop_docker: ends what start_docker has started, with its containers; nothing otherwise
stop_docker() {
  [ -n "${docker_process:-}" ] || return 0
  if [ -e "${docker_folder:-}/dockerd.pid" ]; then
    "${docker_as_root[@]}" kill "$(cat "$docker_folder/dockerd.pid")" 2>/dev/null || true
  fi
  wait "$docker_process" 2>/dev/null || true
  rm -rf "$(dirname "$docker_socket")"
  docker_process=
}
