package io.barograph.schemas.motif;

import java.io.Serializable;

/**
 * What a site decides of motifs.
 *
 * @param eligibility which runs are judged
 */
public record MotifRules(ApplicationNames applications, RunEligibility eligibility) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Base names of executables; 1 GB and 2 processes. */
    public static final MotifRules DEFAULT = new MotifRules(ApplicationNames.BASE_NAMES, RunEligibility.DEFAULT);
}
