package io.barograph.schemas.motif;

import java.io.Serializable;

/** What a site decides of motifs. */
public record MotifRules(ApplicationNames applications, RunEligibility eligibility) implements Serializable {
    /** Base names of executables; 1 GB and 2 processes. */
    public static final MotifRules DEFAULT = new MotifRules(ApplicationNames.BASE_NAMES, RunEligibility.DEFAULT);
}
