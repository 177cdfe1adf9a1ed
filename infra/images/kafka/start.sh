# One KRaft node. Its configuration is a file at the place where the official image looks for it, too.
set -eu
properties=/mnt/shared/config/server.properties
data=$(sed -n 's/^log\.dirs=//p' "$properties")
classpath=/opt/kafka/libs/*
if [ ! -e "$data/meta.properties" ]; then
  java -Xmx128m -cp "$classpath" kafka.tools.StorageTool format --config "$properties" \
    --cluster-id "${CLUSTER_ID:-$(java -Xmx64m -cp "$classpath" kafka.tools.StorageTool random-uuid)}"
fi
# shellcheck disable=SC2086 # several options
exec java $KAFKA_HEAP_OPTS -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$classpath" kafka.Kafka "$properties"
