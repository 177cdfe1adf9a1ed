import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import { board, EVENT_LINKS, JOB_LINKS, UID } from './board.js';
import { CHOSEN, HOURS, MINUTES, NOW, Query, RAW, WORST_SLOWDOWN } from './influxql.js';
import { bars, column, EVENT_KINDS, EVENT_TYPES, highIsGood, limitedLines, lines, lowIsGood, NEUTRAL, NO_NUMBER, noNumber, stat, table } from './panels.js';

const LATEST_INTERVALS = `FROM ${RAW}"file_system_rates" WHERE ${NOW} AND "span" = 'interval'`;
const LATEST_FULLNESS = `FROM ${MINUTES}"fullness" WHERE "fs" =~ /^$fs$/ AND "replay" =~ /^$replay$/ AND time > now() - 10m`;

/** OSTs count bytes, MDTs operations. */
const NOT_COUNTED = noNumber('not counted');

/** One screen per site. */
export function now(): dashboard.DashboardBuilder {
  const open = table(
    {
      title: 'Open events and conditions',
      description: 'Contention, degradation and lack of space that last. No rows: nothing of the kind is open, if slowdowns and rates above are known.',
      unit: 'none',
      height: 7,
    },
    Query.table(
      {
        Event: 'title',
        'File system': 'fs',
        Kind: 'kind',
        Type: 'type',
        'Worst slowdown': 'worst_slowdown',
        Suspect: 'suspect_job_id',
        Share: 'suspect_share',
        'In words': 'text',
      },
      `FROM "contention_events" WHERE "fs" =~ /^$fs$/ AND "replay" =~ /^$replay$/ AND time > now() - 7d AND "state" != 'CLOSED' AND "kind" =~ /^(CONTENTION|DEGRADED|UNEXPLAINED|CAPACITY|SUSTAINED)$/`,
    ),
  );
  column(open, 'Event', { links: EVENT_LINKS });
  column(open, 'Kind', { mappings: [EVENT_KINDS] });
  column(open, 'Type', { mappings: [EVENT_TYPES] });
  column(open, 'Suspect', { links: JOB_LINKS });
  column(open, 'Share', { unit: 'percentunit' });
  column(open, 'In words', { width: 600 });
  const talkers = table(
    {
      title: 'Who loads the servers',
      description: 'The jobs that moved most bytes (OST) or did most metadata operations (MDT) in the latest minutes, by Lustre job_stats. Empty where job_stats are off.',
      unit: 'none',
      height: 8,
    },
    Query.table(
      {
        Job: 'job_id',
        Executable: 'executable',
        Share: 'share',
        Bytes: 'bytes',
        Operations: 'operations',
        'File system': 'fs',
        Servers: 'role',
        Rank: 'rank',
      },
      `FROM "top_talkers" WHERE "fs" =~ /^$fs$/ AND "replay" =~ /^$replay$/ AND time > now() - 5m AND "server" = '' AND "rank" =~ /^[1-5]$/`,
    ),
  );
  column(talkers, 'Job', { links: JOB_LINKS });
  column(talkers, 'Share', { unit: 'percentunit' });
  column(talkers, 'Bytes', { unit: 'decbytes', mappings: [NOT_COUNTED] });
  column(talkers, 'Operations', { mappings: [NOT_COUNTED] });
  return board(UID.now, 'Barograph: now', 'How the file systems are at this moment. What is not known shows as unknown, never as green.')
    .time({ from: 'now-1h', to: 'now' })
    .refresh('10s')
    .withPanel(
      stat(
        { title: 'Reading', description: 'Bytes that all data servers read for clients, in the latest interval.', unit: 'Bps' },
        NEUTRAL(),
        Query.series(`SELECT last("read_bytes_per_s") ${LATEST_INTERVALS} AND "read_bytes_per_s" >= 0 GROUP BY "fs"`, '$tag_fs'),
      ),
    )
    .withPanel(
      stat(
        { title: 'Writing', description: 'Bytes that all data servers wrote for clients, in the latest interval.', unit: 'Bps' },
        NEUTRAL(),
        Query.series(`SELECT last("write_bytes_per_s") ${LATEST_INTERVALS} AND "write_bytes_per_s" >= 0 GROUP BY "fs"`, '$tag_fs'),
      ),
    )
    .withPanel(
      stat(
        { title: 'Metadata operations', description: 'Operations of all kinds that the metadata servers answered, in the latest interval.', unit: 'ops' },
        NEUTRAL(),
        Query.series(`SELECT last("metadata_ops_per_s") ${LATEST_INTERVALS} AND "metadata_ops_per_s" >= 0 GROUP BY "fs"`, '$tag_fs'),
      ),
    )
    .withPanel(
      stat(
        {
          title: 'Slowest operation',
          description: 'Largest live slowdown of all probe operations: median of the last 30 s / what is usual. 1 is as always, 2 is twice as slow.',
          unit: 'none',
        },
        lowIsGood(1.5, 2),
        Query.series(
          `SELECT max("last") ${WORST_SLOWDOWN}`,
          '$tag_fs',
        ),
      ).decimals(2),
    )
    .withPanel(
      bars(
        { title: 'Fullest OST', description: 'Fraction of the bytes in use on the fullest OST of each file system.', unit: 'percentunit' },
        lowIsGood(0.8, 0.9),
        Query.series(`SELECT last("bytes_fullest") ${LATEST_FULLNESS} AND "targets" = 'ost' AND "bytes_fullest" >= 0 GROUP BY "fs"`, '$tag_fs'),
      ),
    )
    .withPanel(
      bars(
        { title: 'Fullest MDT, inodes', description: 'Fraction of the inodes in use on the fullest MDT of each file system.', unit: 'percentunit' },
        lowIsGood(0.8, 0.9),
        Query.series(`SELECT last("inodes_fullest") ${LATEST_FULLNESS} AND "targets" = 'mdt' AND "inodes_fullest" >= 0 GROUP BY "fs"`, '$tag_fs'),
      ),
    )
    .withPanel(
      stat(
        {
          title: 'Days to 90 %',
          description: 'Days until the first OST is 90 % full, at the trend of the last week. Unknown if none fills up, or for the first 24 hours.',
          unit: 'd',
          height: 6,
        },
        highIsGood(7, 30),
        Query.series(`SELECT last("bytes_days_until_full") ${LATEST_FULLNESS} AND "targets" = 'ost' GROUP BY "fs"`, '$tag_fs'),
      ).mappings([
        NO_NUMBER,
        { type: dashboard.MappingType.ValueToText, options: { '-1': { text: 'not filling', color: 'green', index: 1 } } },
      ]),
    )
    .withPanel(
      stat(
        {
          title: 'Silent servers',
          description: 'Data servers, metadata servers and their hosts without a sample in the last three intervals.',
          unit: 'none',
          height: 6,
        },
        lowIsGood(1, 2),
        Query.series(
          `SELECT last("silent_servers") + last("metadata_silent_servers") + last("oss_silent_hosts") + last("mds_silent_hosts") AS "silent" ${LATEST_INTERVALS} GROUP BY "fs"`,
          '$tag_fs',
        ),
      ),
    )
    .withPanel(
      stat(
        {
          title: 'Chance of quiet',
          description: 'Chance that a busy file system is quiet in at least one of the next 2, 10 or 60 minutes, from the minutes of the latest whole day.',
          unit: 'percentunit',
          width: 12,
        },
        NEUTRAL(),
        Query.series(
          `SELECT last("quiet_chance_2_min") AS "2 min", last("quiet_chance_10_min") AS "10 min", last("quiet_chance_60_min") AS "60 min" FROM ${HOURS}"workload_character" WHERE "fs" =~ /^$fs$/ AND "replay" =~ /^$replay$/ AND time > now() - 3d AND "span" = 'day' AND "direction" = 'total' GROUP BY "fs"`,
          '$tag_fs $col',
        ),
      ),
    )
    .withPanel(
      stat(
        { title: 'Samples missing', description: 'Samples of data servers expected and absent / samples expected, in the latest interval.', unit: 'percentunit', width: 12 },
        lowIsGood(0.01, 0.1),
        Query.series(`SELECT last("missing_fraction") ${LATEST_INTERVALS} AND "missing_fraction" >= 0 GROUP BY "fs"`, '$tag_fs'),
      ),
    )
    .withPanel(open)
    .withPanel(talkers)
    .withPanel(
      lines(
        { title: 'Rates', description: 'Bytes per second of all data servers. A gap is a time without samples.', unit: 'Bps' },
        Query.series(`SELECT mean("read_bytes_per_s") AS "read", mean("write_bytes_per_s") AS "write" FROM ${RAW}"file_system_rates" WHERE ${CHOSEN} AND "span" = 'interval' AND "read_bytes_per_s" >= 0 GROUP BY time($__interval), "fs" fill(null)`, '$tag_fs $col'),
      ).interval('5s'),
    )
    .withPanel(
      limitedLines(
        { title: 'Live slowdown', description: 'Sliding median of 30 s / what is usual, of each probe operation.', unit: 'none' },
        lowIsGood(1.5, 2),
        Query.series(`SELECT max("slowdown") FROM "slowdown_live" WHERE ${CHOSEN} AND "host" = '' AND "server" = '' AND "slowdown" >= 0 GROUP BY time($__interval), "fs", "operation" fill(null)`, '$tag_fs $tag_operation'),
      ).interval('5s'),
    );
}
