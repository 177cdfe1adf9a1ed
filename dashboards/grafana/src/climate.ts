import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import { board, JOB_LINKS, tagVariable, UID } from './board.js';
import { CHOSEN, Query } from './influxql.js';
import { column, lines, NO_NUMBER, points, table } from './panels.js';

/** What is usual for each motif, and when that changed. */
export function climate(): dashboard.DashboardBuilder {
  const motif = `${CHOSEN} AND "motif" =~ /^$motif$/`;
  const shifts = table(
    { title: 'Climate shifts', description: 'Motifs whose performance settled at another level, since when, and which metrics moved with it.', unit: 'none', height: 8 },
    Query.table(`SELECT "fs", "motif", "ratio", "before_bytes_per_s", "after_bytes_per_s", "metrics", "sentence" FROM "climate_shift" WHERE ${motif}`),
  );
  column(shifts, 'before_bytes_per_s', { name: 'Before', unit: 'Bps' });
  column(shifts, 'after_bytes_per_s', { name: 'After', unit: 'Bps' });
  column(shifts, 'sentence', { name: 'In words', width: 600 });
  const anomalies = table(
    { title: 'Anomalies', description: 'Runs that were slow for their motif, with the suspects.', unit: 'none', height: 8 },
    Query.table(`SELECT "job_id", "fs", "motif", "robust_z", "fraction_of_peak", "likely_cause", "sentence" FROM "verdict" WHERE ${motif} AND "anomalous" = true`),
  );
  column(anomalies, 'job_id', { name: 'Job', links: JOB_LINKS });
  column(anomalies, 'sentence', { name: 'In words', width: 600 });
  return board(UID.climate, 'Barograph: climate', 'What is usual for each motif: performance over time with its quartiles, shifts, and what goes with performance.')
    .withVariable(tagVariable('motif', 'Motif', '"verdict"'))
    .time({ from: 'now-90d', to: 'now' })
    .withPanel(
      points(
        { title: 'Performance', description: 'Every run of the motif at its end: bytes / I/O time of the slowest rank.', unit: 'Bps', width: 24 },
        Query.series(`SELECT "performance_bytes_per_s" FROM "verdict" WHERE ${motif} AND "performance_bytes_per_s" >= 0 GROUP BY "motif"`, '$tag_motif'),
      ),
    )
    .withPanel(
      lines(
        { title: 'Quartiles of performance', description: 'The climate that each run was judged by: 5th, 25th, 50th, 75th and 95th percentile of the motif’s earlier runs.', unit: 'Bps' },
        Query.series(`SELECT "p05", "p25", "p50", "p75", "p95" FROM "umami" WHERE ${motif} AND "metric" = 'performanceBytesPerSecond' AND "p50" >= 0 GROUP BY "motif"`, '$tag_motif $col'),
      ),
    )
    .withPanel(
      points(
        { title: 'Fraction of peak', description: 'Performance / the motif’s best since the last declared change of the system.', unit: 'percentunit' },
        Query.series(`SELECT "fraction_of_peak" FROM "verdict" WHERE ${motif} AND "fraction_of_peak" >= 0 GROUP BY "motif"`, '$tag_motif'),
      )
        .min(0)
        .max(1),
    )
    .withPanel(shifts)
    .withPanel(anomalies)
    .withPanel(
      table(
        { title: 'What goes with performance', description: 'Correlation of each weather metric with fraction of peak, over all motifs, by month.', unit: 'none', height: 10 },
        Query.table(`SELECT "fs", "metric", "spearman", "spearman_p", "pearson", "pearson_p", "runs" FROM "correlation" WHERE ("fs" =~ /^$fs$/ OR "fs" = 'all') AND "replay" =~ /^$replay$/ AND $timeFilter AND "motif" = ''`),
      ).mappings([NO_NUMBER]),
    );
}
