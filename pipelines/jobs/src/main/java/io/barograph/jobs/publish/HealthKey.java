package io.barograph.jobs.publish;

import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.Topic;
import org.apache.flink.api.java.functions.KeySelector;

/** Keeps the records of one collector on one subtask, so that they are written in order. */
final class HealthKey implements KeySelector<CollectorHealth, String> {
    private static final long serialVersionUID = 1L;

    @Override
    public String getKey(CollectorHealth health) {
        return Topic.COLLECTOR_HEALTH.key().apply(health);
    }
}
