import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import { board, tagVariable, UID } from './board.js';
import { CHOSEN, Query } from './influxql.js';
import { column, limitedLines, lines, lowIsGood, table } from './panels.js';

const WHOLE = `${CHOSEN} AND "operation" =~ /^$operation$/ AND "host" = '' AND "server" = ''`;
const EACH = 'GROUP BY time($__interval), "fs", "operation" fill(null)';
const NAME = '$tag_fs $tag_operation $col';

/** How long operations take beside how long they usually take (Kunkel and Betke 2019). */
export function slowdown(): dashboard.DashboardBuilder {
  const months = table(
    { title: 'Average over best, by month', description: 'Average / best duration of identical operations in a month (CUG 2010, Table 2).', unit: 'none', height: 7 },
    Query.table(
      {
        'File system': 'fs',
        Operation: 'operation',
        Source: 'source',
        Timings: 'timings',
        Average: 'mean_s',
        Best: 'best_s',
        'Average / best': 'average_best_ratio',
      },
      `FROM "duration_month" WHERE "fs" =~ /^$fs$/ AND "replay" =~ /^$replay$/ AND time > now() - 365d AND "average_best_ratio" >= 0`,
    ),
  );
  column(months, 'Average', { unit: 's' });
  column(months, 'Best', { unit: 's' });
  return board(UID.slowdown, 'Barograph: slowdown', 'How long probe operations take beside how long they usually take.')
    .withVariable(tagVariable('operation', 'Operation', '"slowdown_live"'))
    .time({ from: 'now-6h', to: 'now' })
    .refresh('30s')
    .withPanel(
      limitedLines(
        { title: 'Slowdown', description: 'Median of each minute / median of the trailing 30 days. 1 is as always.', unit: 'none', width: 24 },
        lowIsGood(1.5, 2),
        Query.series(`SELECT max("slowdown") AS "slowdown" FROM "slowdown" WHERE ${WHOLE} AND "interval" = '1m' AND "slowdown" >= 0 ${EACH}`, NAME),
      ).interval('1m'),
    )
    .withPanel(
      lines(
        { title: 'Durations', description: 'Median and 95th percentile of each minute.', unit: 's' },
        Query.series(`SELECT max("median_s") AS "median", max("p95_s") AS "p95" FROM "slowdown" WHERE ${WHOLE} AND "interval" = '1m' AND "median_s" >= 0 ${EACH}`, NAME),
      ).interval('1m'),
    )
    .withPanel(
      limitedLines(
        { title: 'Tails', description: '90th, 95th and 99th percentile of ten minutes / the same percentile of the baseline: the tail may suffer while the median does not.', unit: 'none' },
        lowIsGood(1.5, 2),
        Query.series(`SELECT max("slowdown_p90") AS "p90", max("slowdown_p95") AS "p95", max("slowdown_p99") AS "p99" FROM "slowdown" WHERE ${WHOLE} AND "interval" = '10m' AND "slowdown_p90" >= 0 ${EACH}`, NAME),
      ).interval('10m'),
    )
    .withPanel(
      limitedLines(
        { title: 'By probing host', description: 'Slowdown that each probing host sees. One that departs from the others is a slow client, not a slow file system.', unit: 'none' },
        lowIsGood(1.5, 2),
        Query.series(`SELECT max("slowdown") FROM "slowdown" WHERE ${CHOSEN} AND "operation" =~ /^$operation$/ AND "host" != '' AND "interval" = '1m' AND "slowdown" >= 0 GROUP BY time($__interval), "fs", "operation", "host" fill(null)`, '$tag_host $tag_operation'),
      ).interval('1m'),
    )
    .withPanel(
      limitedLines(
        { title: 'By server', description: 'Slowdown of the operations that went to one OST or MDT: which server is slow.', unit: 'none' },
        lowIsGood(1.5, 2),
        Query.series(`SELECT max("slowdown") FROM "slowdown" WHERE ${CHOSEN} AND "operation" =~ /^$operation$/ AND "server" != '' AND "interval" = '10m' AND "slowdown" >= 0 GROUP BY time($__interval), "fs", "operation", "server" fill(null)`, '$tag_server $tag_operation'),
      ).interval('10m'),
    )
    .withPanel(
      lines(
        { title: 'What went wrong', description: 'Time-outs (they count as timings), operations that failed, and slots that a hung operation blocked, in each minute.', unit: 'none' },
        Query.series(`SELECT sum("timeouts") AS "time-outs", sum("broken") AS "broken", sum("blocked") AS "blocked" FROM "slowdown" WHERE ${WHOLE} AND "interval" = '1m' GROUP BY time($__interval), "fs" fill(null)`, '$tag_fs $col'),
      ).interval('1m'),
    )
    .withPanel(
      lines(
        { title: 'What is usual', description: 'Expected duration: the median of the trailing 30 days. A rise here means that damage is becoming normal.', unit: 's' },
        Query.series(`SELECT max("expected_s") AS "expected" FROM "slowdown" WHERE ${WHOLE} AND "interval" = '10m' AND "expected_s" >= 0 ${EACH}`, NAME),
      ).interval('10m'),
    )
    .withPanel(months);
}
