package io.barograph.alerting.operators;

import io.barograph.alerting.AlertScope;
import io.barograph.alerting.AlertSilence;
import io.barograph.schemas.AlertInstruction;
import io.barograph.schemas.InstructionKind;
import java.util.Set;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** Of what people say only silences matter here; what they found is counted where it is shown. */
final class SelectSilences implements FlatMapFunction<AlertInstruction, AlertInput> {
    private static final long serialVersionUID = 1L;

    @Override
    public void flatMap(AlertInstruction instruction, Collector<AlertInput> out) {
        if (instruction.getKind() == InstructionKind.SILENCE && instruction.getUntil() != null) {
            out.collect(new AlertInput.Quiet(new AlertSilence(
                    instruction.getId(),
                    new AlertScope(
                            Set.copyOf(instruction.getFileSystems()),
                            Set.copyOf(instruction.getTypes()),
                            Set.copyOf(instruction.getApplications())),
                    instruction.getRule(),
                    instruction.getUntil().toEpochMilli())));
        }
    }
}
