package io.barograph.alerting;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A time in which some alerts are not sent: those that still hold at its end are sent then, ends are sent at once.
 *
 * @param rule name of a rule; empty for all
 */
public record AlertSilence(String id, AlertScope scope, String rule, long until) {
    boolean covers(AlertCondition condition, long now) {
        return now < until && (rule.isEmpty() || rule.equals(condition.rule)) && condition.isIn(scope);
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeUTF(id);
        scope.writeTo(out);
        out.writeUTF(rule);
        out.writeLong(until);
    }

    public static AlertSilence readFrom(DataInput in) throws IOException {
        return new AlertSilence(in.readUTF(), AlertScope.readFrom(in), in.readUTF(), in.readLong());
    }
}
