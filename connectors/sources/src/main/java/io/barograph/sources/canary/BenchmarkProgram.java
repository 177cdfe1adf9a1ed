package io.barograph.sources.canary;

/** Programs whose results are understood. */
public enum BenchmarkProgram {
    /** IOR 3 and 4: text, JSON ({@code summaryFormat=JSON}) or CSV ({@code summaryFormat=CSV}). */
    IOR,
    /** mdtest 3 and 4: text. */
    MDTEST,
    /** IO500: {@code result.txt} or {@code result_summary.txt}. */
    IO500
}
