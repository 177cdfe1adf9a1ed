package io.barograph.sources.capacity;

/** One kind of table in a dump. */
interface CapacityTable {
    /**
     * @return false if the line is of another table
     * @throws RefusedLineException if it is of this one and cannot be understood
     */
    boolean read(String line, CapacityDump dump) throws RefusedLineException;
}
