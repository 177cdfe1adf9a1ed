import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import { board, JOB_LINKS, UID } from './board.js';
import { CHOSEN, Query } from './influxql.js';
import { column, columns, lines, points, table } from './panels.js';

/** Was it me or the system: every run with its coverage factor and verdict. */
export function jobs(): dashboard.DashboardBuilder {
  const verdicts = table(
    {
      title: 'Verdicts',
      description: 'Every judged run beside its motif’s climate, in words. Click the job for its report or UMAMI.',
      unit: 'none',
      height: 10,
    },
    Query.table(
      `SELECT "job_id", "fs", "executable", "user", "verdict", "fraction_of_peak", "quartile", "side", "likely_cause", "sentence" FROM "verdict" WHERE ${CHOSEN} AND "verdict" =~ /^(NORMAL|ANOMALOUS|UNUSUALLY_GOOD)$/`,
    ),
  );
  column(verdicts, 'job_id', { name: 'Job', links: JOB_LINKS });
  column(verdicts, 'fraction_of_peak', { name: 'Fraction of peak', unit: 'percentunit' });
  column(verdicts, 'sentence', { name: 'In words', width: 700 });
  const runs = table(
    {
      title: 'Coverage',
      description: 'Share of each run in the traffic of the servers that it used. What is missing to 1 was not seen by its Darshan log: neighbours, sibling runs, read-ahead.',
      unit: 'none',
      height: 10,
    },
    Query.table(
      `SELECT "job_id", "fs", "executable", "user", "cf_bw", "cf_bw_fs", "cf_iops", "cf_nodehrs", "quality", "job_read_bytes", "job_write_bytes", "run_seconds", "concurrent_jobs" FROM "job_weather" WHERE ${CHOSEN}`,
    ),
  );
  column(runs, 'job_id', { name: 'Job', links: JOB_LINKS });
  column(runs, 'job_read_bytes', { name: 'Read', unit: 'bytes' });
  column(runs, 'job_write_bytes', { name: 'Written', unit: 'bytes' });
  column(runs, 'run_seconds', { name: 'Run time', unit: 's' });
  return board(UID.jobs, 'Barograph: coverage and jobs', 'How much of the traffic was whose, and which runs were slow.')
    .time({ from: 'now-24h', to: 'now' })
    .refresh('1m')
    .withPanel(verdicts)
    .withPanel(runs)
    .withPanel(
      points(
        { title: 'Coverage factor of bandwidth', description: 'Each run at its end. Low: others moved most of the bytes. Above 1.2 (not shown): caches, clocks, lost samples.', unit: 'none' },
        Query.series(`SELECT "cf_bw" FROM "job_weather" WHERE ${CHOSEN} AND "cf_bw" >= 0 AND "cf_bw" <= 1.2 GROUP BY "fs"`, '$tag_fs'),
      )
        .min(0)
        .max(1.2),
    )
    .withPanel(
      lines(
        { title: 'Live coverage', description: 'Share of each running job in the bytes of all OSTs, by the minute, by job_stats: the busiest of the time range.', unit: 'percentunit' },
        Query.series(`SELECT max("cf_bw_fs") FROM "live_coverage" WHERE ${CHOSEN} AND "cf_bw_fs" >= 0 GROUP BY time($__interval), "fs" fill(null)`, '$tag_fs busiest job'),
      )
        .interval('1m')
        .min(0)
        .max(1),
    )
    .withPanel(
      columns(
        { title: 'What the evidence covers', description: 'Of each day: bytes in Darshan logs / bytes of the servers, and node-hours with a log / all node-hours.', unit: 'percentunit' },
        Query.series(`SELECT max("bytes_reach") AS "bytes" FROM "evidence" WHERE ${CHOSEN} AND "bytes_reach" >= 0 GROUP BY time(1d), "fs" fill(none)`, '$tag_fs $col'),
        Query.series(`SELECT max("node_hours_reach") AS "node-hours" FROM "evidence" WHERE ${CHOSEN} AND "node_hours_reach" >= 0 GROUP BY time(1d), "fs" fill(none)`, '$tag_fs $col'),
      ).min(0),
    )
    .withPanel(
      columns(
        { title: 'Runs by quality', description: 'How many runs of each day had a trustworthy coverage factor, and what ailed the others.', unit: 'none' },
        Query.series(`SELECT sum(/^runs_/) FROM "evidence" WHERE ${CHOSEN} GROUP BY time(1d), "fs" fill(none)`, '$tag_fs $col'),
      ),
    );
}
