package io.barograph.sources.canary;

/** Results in the forms that the programs write. */
final class CanaryResults {
    static final String IOR =
            """
            IOR-4.0.0: MPI Coordinated Test of Parallel I/O
            Began               : Mon Mar  4 02:00:05 2024
            Command line        : ior -t 1m -b 4m -s 2 -i 2 -o /scratch1/canary/f
            Machine             : Linux node17
            TestID              : 0
            StartTime           : Mon Mar  4 02:00:06 2024
            Path                : /scratch1/canary/f
            FS                  : 1.2 PiB   Used FS: 35.0%   Inodes: 300.0 Mi   Used Inodes: 2.0%

            Options:\s
            api                 : POSIX
            access              : single-shared-file
            type                : independent
            segments            : 2
            ordering in a file  : sequential
            nodes               : 2
            tasks               : 4
            repetitions         : 2
            xfersize            : 1 MiB
            blocksize           : 4 MiB
            aggregate filesize  : 32 MiB

            Results:\s

            access    bw(MiB/s)  IOPS       Latency(s)  block(KiB) xfer(KiB)  open(s)    wr/rd(s)   close(s)   total(s)   iter
            ------    ---------  ----       ----------  ---------- ---------  --------   --------   --------   --------   ----
            write     64.00      64.10      0.010000    4096       1024.00    0.000221   0.499000   0.002672   0.500000   0  \s
            read      128.00     128.20     0.005000    4096       1024.00    0.000020   0.249000   0.000213   0.250000   0  \s
            remove    -          -          -           -          -          -          -          -          0.125000   0  \s
            write     32.00      32.10      0.020000    4096       1024.00    0.000045   0.999000   0.000180   1.00       1  \s

            Summary of all tests:
            Operation   Max(MiB)   Min(MiB)  Mean(MiB)
            write          64.00      32.00      48.00
            Finished            : Mon Mar  4 02:00:10 2024
            """;
    static final String IOR_CSV =
            """
            access,bw(MiB/s),IOPS,Latency,block(KiB),xfer(KiB),open(s),wr/rd(s),close(s),total(s),numTasks,iter
            write,64.0000,64.1000,0.0100,4096.0000,1024.0000,0.0002,0.4990,0.0027,0.5000,4,0
            read,128.0000,128.2000,0.0050,4096.0000,1024.0000,0.0000,0.2490,0.0002,0.2500,4,0
            """;
    static final String IOR_JSON =
            """
            {
              "Version": "4.0.0",
              "Began": "Mon Mar  4 02:00:05 2024",
              "tests": [ {
                "TestID": 0,
                "StartTime": "Mon Mar  4 02:00:06 2024",
                "Parameters": {"nodes": 2, "blockSize": 4194304},
                "Options": {"api": "POSIX", "access": "single-shared-file", "segments": 2, "nodes": 2, "tasks": 4,
                  "xfersize": "1 MiB", "blocksize": "4 MiB"},
                "Results": [
                  {"access": "write", "bwMiB": 64.0000, "blockKiB": 4096.0000, "xferKiB": 1024.0000, "iops": 64.1,
                   "latency": 0.0100, "openTime": 0.0002, "wrRdTime": 0.4990, "closeTime": 0.0027, "totalTime": 0.5000},
                  {"access": "write", "bwMiB": "inf", "blockKiB": 4096.0000, "iops": 32.1, "totalTime": 1.0000}
                ]
              } ],
              "summary": [ ]
            }
            """;
    static final String MDTEST =
            """
            -- started at 03/04/2024 02:00:05 --

            mdtest-4.0.0 was launched with 4 total task(s) on 2 node(s)
            Command line used: /opt/bin/mdtest '-n' '50' '-F' '-d' '/scratch1/canary/md'
            WARNING: Read bytes is 0, thus, a read test will actually just open/close
            Nodemap: 1010
            4 tasks, 200 files

            SUMMARY rate (in ops/sec): (of 1 iterations)
               Operation                     Max            Min           Mean        Std Dev
               ---------                     ---            ---           ----        -------
               File creation                 400.000        400.000        400.000          0.000
               File stat                    8000.000       8000.000       8000.000          0.000
               Tree removal                   25.000         25.000         25.000          0.000

            SUMMARY time (in ms/op): (of 1 iterations)
               File creation                   2.500          2.500          2.500          0.000
            -- finished at 03/04/2024 02:00:09 --
            """;
    static final String IO500 =
            """
            [run]
            procs = 8
            version = io500-sc23_v1
            config-hash = ABC123
            result-dir = ./results/2024.03.04-02.00.05
            mode = standard
            ; START 2024-03-04 02:00:05

            [ior-easy-write]
            t_start = 2024-03-04 02:00:05
            exe = ./ior -t 2m -b 100m
            score = 2.500000
            t_delta = 300.5000
            t_end = 2024-03-04 02:05:05

            [mdtest-easy-write]
            t_start = 2024-03-04 02:05:06
            ; ERROR INVALID (src/main.c:491) Runtime is smaller than expected minimum runtime
            score = 10.250000
            t_delta = 30.0000
            t_end = 2024-03-04 02:05:36

            [SCORE]
            MD = 10.25
            BW = 2.5
            SCORE = 5.062114 [INVALID]
            hash = 1A2B3C
            """;
    static final String IO500_SUMMARY =
            """
            IO500 version io500-sc23_v1 (standard)
            [RESULT]       ior-easy-write        2.500000 GiB/s : time 300.500 seconds
            [RESULT]    mdtest-easy-write       10.250000 kIOPS : time 30.000 seconds [INVALID]
            [      ]            timestamp        0.000000 kIOPS : time 0.000 seconds
            [SCORE ] Bandwidth 2.500000 GiB/s : IOPS 10.250000 kiops : TOTAL 5.062114 [INVALID]
            """;

    private CanaryResults() {}
}
