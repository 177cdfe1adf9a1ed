import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import { board, JOB_LINKS, newest, UID } from './board.js';
import { CHOSEN, Query } from './influxql.js';
import { column, lines, NO_NUMBER, points, table } from './panels.js';

/** What is usual for a motif, and when that changed. */
export function climate(): dashboard.DashboardBuilder {
  const motif = `${CHOSEN} AND "motif" = '$motif'`;
  const shifts = table(
    { title: 'Climate shifts', description: 'Motifs whose performance settled at another level, since when, and which metrics moved with it. All motifs.', unit: 'none', height: 8 },
    Query.table(
      {
        'File system': 'fs',
        Motif: 'motif',
        'After / before': 'ratio',
        Before: 'before_bytes_per_s',
        After: 'after_bytes_per_s',
        'Metrics that moved': 'metrics',
        'In words': 'sentence',
      },
      `FROM "climate_shift" WHERE ${CHOSEN}`,
    ),
  );
  column(shifts, 'Before', { unit: 'Bps' });
  column(shifts, 'After', { unit: 'Bps' });
  column(shifts, 'In words', { width: 600 });
  const anomalies = table(
    { title: 'Anomalies', description: 'Runs that were slow for their motif, with the suspects. All motifs.', unit: 'none', height: 8 },
    Query.table(
      {
        Job: 'job_id',
        'File system': 'fs',
        Motif: 'motif',
        Performance: 'performance_bytes_per_s',
        'Usual performance': 'usual_bytes_per_s',
        'Fraction of peak': 'fraction_of_peak',
        'In words': 'sentence',
      },
      `FROM "verdict" WHERE ${CHOSEN} AND "anomalous" = true`,
    ),
  );
  column(anomalies, 'Job', { links: JOB_LINKS });
  column(anomalies, 'Performance', { unit: 'Bps' });
  column(anomalies, 'Usual performance', { unit: 'Bps' });
  column(anomalies, 'Fraction of peak', { unit: 'percentunit' });
  column(anomalies, 'In words', { width: 600 });
  return board(UID.climate, 'Barograph: climate', 'What is usual for a motif: performance over time with its quartiles, shifts, and what goes with performance.')
    .withVariable(newest('motif', 'Motif', 'One motif; first that of the newest run', `SELECT "motif", "job_id" FROM "verdict" WHERE ${CHOSEN} AND "verdict" =~ /^(NORMAL|ANOMALOUS|UNUSUALLY_GOOD)$/`).regex('/^(.*\\/.*)$/'))
    .time({ from: 'now-90d', to: 'now' })
    .withPanel(
      points(
        { title: 'Performance', description: 'Every run of the motif at its end: bytes / I/O time of the slowest rank.', unit: 'Bps', width: 24 },
        Query.series(`SELECT "performance_bytes_per_s" FROM "verdict" WHERE ${motif} AND "performance_bytes_per_s" >= 0 GROUP BY "fs"`, '$tag_fs'),
      ),
    )
    .withPanel(
      lines(
        { title: 'Quartiles of performance', description: 'The climate that each run was judged by: 5th, 25th, 50th, 75th and 95th percentile of the motif’s earlier runs.', unit: 'Bps' },
        Query.series(`SELECT "p05" AS "5th percentile", "p25" AS "25th", "p50" AS "median", "p75" AS "75th", "p95" AS "95th" FROM "umami" WHERE ${motif} AND "metric" = 'performanceBytesPerSecond' AND "p50" >= 0 GROUP BY "fs"`, '$tag_fs $col'),
      ),
    )
    .withPanel(
      points(
        { title: 'Fraction of peak', description: 'Performance / the motif’s best since the last declared change of the system.', unit: 'percentunit' },
        Query.series(`SELECT "fraction_of_peak" FROM "verdict" WHERE ${motif} AND "fraction_of_peak" >= 0 GROUP BY "fs"`, '$tag_fs'),
      )
        .min(0)
        .max(1),
    )
    .withPanel(shifts)
    .withPanel(anomalies)
    .withPanel(
      table(
        { title: 'What goes with performance', description: 'Correlation of each weather metric with fraction of peak, over all motifs, by month. p is the chance of such a correlation without a relation.', unit: 'none', height: 10 },
        Query.table(
          {
            'File system': 'fs',
            Metric: 'label',
            'Rank correlation': 'spearman',
            'p of rank correlation': 'spearman_p',
            'Linear correlation': 'pearson',
            'p of linear correlation': 'pearson_p',
            Runs: 'runs',
          },
          `FROM "correlation" WHERE ("fs" =~ /^$fs$/ OR "fs" = 'all') AND "replay" =~ /^$replay$/ AND $timeFilter AND "motif" = ''`,
        ),
      ).mappings([NO_NUMBER]),
    );
}
