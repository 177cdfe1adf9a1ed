import * as common from '@grafana/grafana-foundation-sdk/common';
import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import { PanelBuilder as Candlestick, CandlestickFieldMapBuilder, VizDisplayMode } from '@grafana/grafana-foundation-sdk/candlestick';
import { board, JOB_REPORT, UID } from './board.js';
import { CHOSEN, DATABASE, Query } from './influxql.js';
import { column, NEUTRAL, points, table } from './panels.js';

/** Rows of the diagram, with their units and the field of job_weather that has their history. */
const ROWS: [metric: string, title: string, unit: string][] = [
  ['performanceBytesPerSecond', 'Performance', 'Bps'],
  ['cfBw', 'Coverage factor of bandwidth', 'none'],
  ['cfIops', 'Coverage factor of operations', 'none'],
  ['metadataOpens', 'Opens during the run', 'none'],
  ['ossCpuMeanPercent', 'OSS CPU', 'percent'],
  ['ostFullestPercent', 'Fullest OST', 'percent'],
];

function ofMetric(metric: string): string {
  return `FROM "umami" WHERE ${CHOSEN} AND "metric" = '${metric}'`;
}

/** The job beside the climate of its motif, metric by metric (UMAMI, PDSW 2017). */
export function umami(): dashboard.DashboardBuilder {
  const verdict = table(
    { title: 'Verdict', description: 'What the climate says of this job, in words.', unit: 'none', height: 5 },
    Query.table(`SELECT "job_id", "fs", "verdict", "sentence", "suspects", "exonerated", "root_causes" FROM "verdict" WHERE ${CHOSEN} AND "job_id" = '$job'`),
  );
  column(verdict, 'job_id', { name: 'Job', links: [JOB_REPORT] });
  const built = board(UID.umami, 'Barograph: UMAMI', 'One job beside the climate of its motif. For the diagram as in the paper: ./barograph umami --job ID -o FILE.svg')
    .withVariable(
      new dashboard.TextBoxVariableBuilder('job').label('Job').description('Job id').defaultValue('').current({ selected: true, text: '', value: '' }),
    )
    .time({ from: 'now-90d', to: 'now' })
    .withPanel(verdict)
    .withPanel(
      table(
        { title: 'All metrics of the job', description: 'Value, quartile (1 best, 4 worst) and percentiles of the climate.', unit: 'none', height: 9 },
        Query.table(`SELECT "metric", "value", "quartile", "p05", "p25", "p50", "p75", "p95", "choice" FROM "umami" WHERE ${CHOSEN} AND "job_id" = '$job'`),
      ),
    );
  for (const [metric, title, unit] of ROWS) {
    built
      .withPanel(
        points(
          { title, description: `${title} of the runs of the time range; the job is the larger point.`, unit, width: 16, height: 6 },
          Query.series(`SELECT "value" ${ofMetric(metric)} AND "value" >= 0 GROUP BY "motif"`, '$tag_motif'),
          Query.series(`SELECT "value" ${ofMetric(metric)} AND "value" >= 0 AND "job_id" = '$job'`, 'this job'),
        ).overrideByName('this job', [
          { id: 'custom.pointSize', value: 14 },
          { id: 'color', value: { mode: 'fixed', fixedColor: 'red' } },
        ]),
      )
      .withPanel(
        new Candlestick()
          .title(`${title}: climate of the job`)
          .description('The box reaches from the 25th to the 75th percentile of the motif’s earlier runs, the whiskers from the 5th to the 95th.')
          .unit(unit)
          .datasource(DATABASE)
          .span(8)
          .height(6)
          .thresholds(NEUTRAL())
          .noValue('unknown')
          .mode(VizDisplayMode.Candles)
          .fields(new CandlestickFieldMapBuilder().open('p25').high('p95').low('p05').close('p75'))
          .legend(
            new common.VizLegendOptionsBuilder()
              .displayMode(common.LegendDisplayMode.List)
              .placement(common.LegendPlacement.Bottom)
              .showLegend(false)
              .calcs([]),
          )
          .withTarget(Query.table(`SELECT "p05", "p25", "p75", "p95", "value" ${ofMetric(metric)} AND "p05" >= 0 AND "job_id" = '$job'`)),
      );
  }
  return built;
}
