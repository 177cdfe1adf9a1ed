package io.barograph.sources.probe;

/** Recordings in the forms that io-probing and its parse.py write. */
final class IoProbingRecordings {
    static final String LATENCIES =
            """
            time,runtime
            0.0000512,1.4005e-03
            1.0123000,2.5000e-03
            """;
    static final String TABLE =
            """
            time,dir,write,read,md-read,md-stat,md-create,md-delete
            1549285212,lustre01,0.012345678,0.034500000,1.4005e-03,1.4899e-03,2.0774e-03,1.0827e-03
            """;
    static final String BLOCKS =
            """
            start
            timestamp 1549285212
            benchmark process max:0.01s rate:656.8 iops/s objects:1 rate:164.2 obj/s tp:1.2 MiB/s op-max:2.0774e-03s (0 errs)\
             read(1.4005e-03s, 8.2677e-44s, 1.4005e-03s, 8.2677e-44s, 8.2677e-44s, 8.2677e-44s, 1.4005e-03s)\
             stat(1.4899e-03s, 8.2677e-44s, 1.4899e-03s, 8.2677e-44s, 8.2677e-44s, 8.2677e-44s, 1.4899e-03s)\
             create(2.0774e-03s, 8.2677e-44s, 2.0774e-03s, 8.2677e-44s, 8.2677e-44s, 8.2677e-44s, 2.0774e-03s)\
             delete(1.0827e-03s, 8.2677e-44s, 1.0827e-03s, 8.2677e-44s, 8.2677e-44s, 8.2677e-44s, 1.0827e-03s)
            write 0.012345678 rnd_offsets( 7340032 )
            read 0.034500000 rnd_offsets( 1048576 )
            end
            """;

    private IoProbingRecordings() {}
}
