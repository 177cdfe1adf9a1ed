import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import { board, JOB_LINKS, UID } from './board.js';
import { CHOSEN, Query } from './influxql.js';
import { column, columns, lines, points, QUARTILES, table, VERDICTS } from './panels.js';

/** What ails a coverage factor, best first. */
const QUALITIES: [field: string, name: string][] = [
  ['ok', 'ok'],
  ['coarse', 'coarse samples'],
  ['missing', 'missing samples'],
  ['implausible', 'implausible'],
  ['too_old', 'too old'],
  ['no_server_data', 'no server data'],
  ['edges', 'edges of the run'],
  ['partial', 'partial log'],
];

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
      {
        Job: 'job_id',
        'File system': 'fs',
        Executable: 'executable',
        User: 'user',
        Verdict: 'verdict',
        'Fraction of peak': 'fraction_of_peak',
        Quartile: 'quartile',
        Side: 'side',
        'In words': 'sentence',
      },
      `FROM "verdict" WHERE ${CHOSEN} AND "verdict" =~ /^(NORMAL|ANOMALOUS|UNUSUALLY_GOOD)$/`,
    ),
  );
  column(verdicts, 'Job', { links: JOB_LINKS });
  column(verdicts, 'Verdict', { mappings: [VERDICTS] });
  column(verdicts, 'Fraction of peak', { unit: 'percentunit' });
  column(verdicts, 'Quartile', { mappings: [QUARTILES] });
  column(verdicts, 'In words', { width: 700 });
  const runs = table(
    {
      title: 'Coverage',
      description: 'Share of each run in the traffic of the servers that it used. What is missing to 1 was not seen by its Darshan log: neighbours, sibling runs, read-ahead.',
      unit: 'none',
      height: 10,
    },
    Query.table(
      {
        Job: 'job_id',
        'File system': 'fs',
        Executable: 'executable',
        User: 'user',
        'Coverage factor': 'cf_bw',
        'Coverage factor, whole file system': 'cf_bw_fs',
        'Coverage factor of operations': 'cf_iops',
        'Coverage factor of node-hours': 'cf_nodehrs',
        Quality: 'quality',
        'Bytes read by the run': 'job_read_bytes',
        'Bytes written by the run': 'job_write_bytes',
        'Run time': 'run_seconds',
        'Concurrent jobs': 'concurrent_jobs',
      },
      `FROM "job_weather" WHERE ${CHOSEN}`,
    ),
  );
  column(runs, 'Job', { links: JOB_LINKS });
  column(runs, 'Bytes read by the run', { unit: 'decbytes' });
  column(runs, 'Bytes written by the run', { unit: 'decbytes' });
  column(runs, 'Run time', { unit: 's' });
  return board(UID.jobs, 'Barograph: coverage and jobs', 'How much of the traffic was whose, and which runs were slow.')
    .time({ from: 'now-24h', to: 'now' })
    .refresh('1m')
    .withPanel(verdicts)
    .withPanel(runs)
    .withPanel(
      points(
        { title: 'Coverage factor', description: 'Each run at its end. Low: others moved most of the bytes. Above 1.2 (not shown): caches, clocks, lost samples.', unit: 'none' },
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
        Query.series(`SELECT ${QUALITIES.map(([field, name]) => `sum("runs_${field}") AS "${name}"`).join(', ')} FROM "evidence" WHERE ${CHOSEN} GROUP BY time(1d), "fs" fill(none)`, '$tag_fs $col'),
      ),
    );
}
