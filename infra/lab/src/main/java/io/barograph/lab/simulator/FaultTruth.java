package io.barograph.lab.simulator;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.SimulatedFault;
import io.barograph.lab.simulator.server.CompetingJob;
import java.time.Instant;
import java.util.List;

/**
 * What a fault really did.
 *
 * @param number number of the fault in the configuration, from 0
 * @param servers names of the OSTs or MDTs concerned, or of the probing hosts
 * @param waited how many times longer than on an idle server a request took on half of these servers, for a minute in all,
 *     or for as long as it lasted if that is less; NaN if it is not known
 * @param culprit id of the job that caused it; null if no job did
 * @param suspects what each job moved and did on these servers from onset to end, whoever moved most first
 * @param victims the jobs that it slowed, in the order of their end
 */
public record FaultTruth(
        int number,
        SimulatedFault fault,
        Instant onset,
        Instant end,
        List<String> servers,
        double waited,
        String culprit,
        List<CompetingJob> suspects,
        List<Victim> victims) {
    /** A job that a fault slowed. */
    public record Victim(String jobId, String executable, int nodes, double seconds) {
        @JsonProperty
        public double nodeHours() {
            return nodes * seconds / 3600;
        }
    }

    public FaultTruth {
        servers = List.copyOf(servers);
        suspects = List.copyOf(suspects);
        victims = List.copyOf(victims);
    }

    /** @return the culprit's share of what was moved, or of the metadata operations; NaN if no job is the cause */
    public double culpritShare() {
        double all = 0;
        double own = culprit == null ? Double.NaN : 0;
        for (CompetingJob suspect : suspects) {
            double amount = fault.load() == DemandKind.METADATA
                    ? suspect.metadataOperations()
                    : suspect.volume().bytes();
            all += amount;
            if (suspect.jobId().equals(culprit)) {
                own += amount;
            }
        }
        return own / all;
    }

    public double lostNodeHours() {
        return victims.stream().mapToDouble(Victim::nodeHours).sum();
    }
}
