package io.barograph.attacks;

/** In what a mutant differs from a good record. */
enum MutationKind {
    CUT_SHORT("cut short", true),
    BYTES_LEFT_OVER("bytes after its end", true),
    NO_AVRO("no Avro, or no value", true),
    FOREIGN_SCHEMA("another schema", true),
    OTHER_TIMESTAMP("Kafka's timestamp another", true),
    NO_TIME("a time outside 1970 to 2100", true),
    NOT_A_NUMBER("NaN, infinite", true),
    NEGATIVE("negative", true),
    HUGE("the largest or smallest number of its type", true),
    LONG_TEXT("text of 70 000 characters", true),
    TOO_MANY("list or map with too many entries", true),
    NO_NAME("map with a name that is none", true),
    NO_SUCH_SYMBOL("enum out of range", true),
    OTHER_KEY("Kafka's key another", false),
    VALUE_OR_NULL("null in place of a value", false),
    OTHER_TIME("another time between 1970 and 2100", false),
    OTHER_VALUE("0, empty, another value", false),
    FLIPPED_DIGIT("a digit or letter flipped", false),
    FLIPPED_BITS("one to three bits flipped", false);

    private final String words;
    private final boolean isDetectable;

    MutationKind(String words, boolean isDetectable) {
        this.words = words;
        this.isDetectable = isDetectable;
    }

    String words() {
        return words;
    }

    /** @return true if a rule can distinguish such a record from a good one: none may be admitted */
    boolean isDetectable() {
        return isDetectable;
    }
}
