# Starts one process of a standalone cluster. As with the official image, the command says which, and FLINK_PROPERTIES
# holds lines of the configuration. The official start scripts work out a task manager's memory; here the
# configuration names all its parts.
set -euo pipefail
printf '%s\n' "${FLINK_PROPERTIES:-}" >/opt/flink/conf/config.yaml
options=(-XX:+UseSerialGC -XX:TieredStopAtLevel=1 "-Dlog4j2.configurationFile=/opt/flink/conf/log4j2.xml")
for package in lang util util.concurrent util.concurrent.atomic util.concurrent.locks lang.invoke lang.reflect math net \
  io nio text time; do
  options+=("--add-opens=java.base/java.$package=ALL-UNNAMED")
done
options+=(--add-opens=java.base/sun.nio.ch=ALL-UNNAMED --add-exports=java.base/sun.net.util=ALL-UNNAMED)
address=$(hostname -i | cut -d ' ' -f 1)
case $1 in
  jobmanager)
    exec java -Xmx512m "${options[@]}" -cp '/opt/flink/lib/*' \
      org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint --configDir /opt/flink/conf \
      -D "jobmanager.rpc.address=$address" -D "rest.address=$address" -D rest.bind-address=0.0.0.0 \
      -D jobmanager.bind-host=0.0.0.0
    ;;
  taskmanager)
    exec java -Xmx640m -XX:MaxDirectMemorySize=224m "${options[@]}" -cp '/opt/flink/lib/*' \
      org.apache.flink.runtime.taskexecutor.TaskManagerRunner --configDir /opt/flink/conf \
      -D "taskmanager.host=$address" -D taskmanager.bind-host=0.0.0.0 \
      -D taskmanager.cpu.cores=1 -D taskmanager.memory.task.heap.size=480m -D taskmanager.memory.task.off-heap.size=0m \
      -D taskmanager.memory.framework.heap.size=128m -D taskmanager.memory.framework.off-heap.size=96m \
      -D taskmanager.memory.network.min=96m -D taskmanager.memory.network.max=96m \
      -D taskmanager.memory.managed.size=32m -D taskmanager.memory.jvm-metaspace.size=256m \
      -D taskmanager.memory.jvm-overhead.min=64m -D taskmanager.memory.jvm-overhead.max=64m
    ;;
  zookeeper)
    printf '%s\n' tickTime=1000 dataDir=/var/lib/zookeeper clientPort=2181 admin.enableServer=false \
      server.1="$address:2888:3888" >/opt/flink/conf/zoo.cfg
    exec java -Xmx96m "${options[@]}" -cp '/opt/flink/lib/*' \
      org.apache.flink.runtime.zookeeper.FlinkZooKeeperQuorumPeer --zkConfigFile /opt/flink/conf/zoo.cfg --peerId 1
    ;;
  *) exec "$@" ;;
esac
