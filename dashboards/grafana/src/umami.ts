import * as common from '@grafana/grafana-foundation-sdk/common';
import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import { PanelBuilder as Candlestick, CandlestickFieldMapBuilder, VizDisplayMode } from '@grafana/grafana-foundation-sdk/candlestick';
import { board, JOB_REPORT, newest, UID } from './board.js';
import { CHOSEN, DATABASE, Query } from './influxql.js';
import { column, NEUTRAL, noText, points, QUARTILES, table, VERDICTS } from './panels.js';

/** Rows of the diagram: weather metrics with their labels and units, which a test compares with WeatherMetric. */
const ROWS: [metric: string, label: string, unit: string, percent?: 'percent'][] = [
  ['performanceBytesPerSecond', 'Performance', 'Bps'],
  ['cfBw', 'Coverage factor', 'none'],
  ['cfIops', 'Coverage factor of operations', 'none'],
  ['metadataOpens', 'Open operations', 'suffix:operations'],
  ['ossCpuMeanPercent', 'CPU of the OSS, mean', 'percentunit', 'percent'],
  ['ostFullestPercent', 'Space used on the fullest OST', 'percentunit', 'percent'],
];

const MOTIF = `${CHOSEN} AND "motif" = '$motif'`;
const JOB = `${MOTIF} AND "job_id" = '$job'`;

/** The job beside the climate of its motif, metric by metric (UMAMI, PDSW 2017). */
export function umami(): dashboard.DashboardBuilder {
  const verdict = table(
    { title: 'Verdict', description: 'What the climate says of this job, in words.', unit: 'none', height: 5 },
    Query.table(
      {
        Job: 'job_id',
        'File system': 'fs',
        Verdict: 'verdict',
        'In words': 'sentence',
        'Suspected metrics': 'suspects',
        'Exonerated metrics': 'exonerated',
        'Root causes': 'root_causes',
      },
      `FROM "verdict" WHERE ${JOB}`,
    ),
  );
  column(verdict, 'Job', { links: [JOB_REPORT] });
  column(verdict, 'Verdict', { mappings: [VERDICTS] });
  column(verdict, 'In words', { width: 600 });
  column(verdict, 'Suspected metrics', { mappings: [noText('no metric')] });
  column(verdict, 'Exonerated metrics', { mappings: [noText('no metric')] });
  column(verdict, 'Root causes', { mappings: [noText('no rule holds')] });
  const metrics = table(
    { title: 'All metrics of the job', description: 'Each metric beside the median and the middle half of the motif’s earlier runs, and in which quarter of them it lies.', unit: 'none', height: 9 },
    Query.table(
      {
        Metric: 'label',
        'This job': 'value_text',
        Usual: 'usual_text',
        'Middle half': 'range_text',
        'Among earlier runs': 'quartile',
        'Why it is shown': 'choice',
      },
      `FROM "umami" WHERE ${JOB}`,
    ),
  );
  column(metrics, 'Among earlier runs', { mappings: [QUARTILES] });
  const built = board(UID.umami, 'Barograph: UMAMI', 'One job beside the climate of its motif. For the diagram as in the paper: ./barograph umami --job ID -o FILE.svg')
    .withVariable(newest('job', 'Job', 'One job; first that of the newest judged run', `SELECT "job_id" FROM "umami" WHERE ${CHOSEN} AND "metric" = 'performanceBytesPerSecond' AND "p50" >= 0`))
    .withVariable(newest('motif', 'Motif', 'One motif of the job', `SELECT "motif", "job_id" FROM "umami" WHERE ${CHOSEN} AND "job_id" = '$job'`).regex('/^(.*\\/.*)$/'))
    .time({ from: 'now-90d', to: 'now' })
    .withPanel(verdict)
    .withPanel(metrics);
  for (const [metric, label, unit, percent] of ROWS) {
    const scaled = percent === undefined ? (field: string) => `"${field}"` : (field: string) => `"${field}" / 100`;
    const history = `FROM "umami" WHERE ${MOTIF} AND "metric" = '${metric}' AND "value" >= 0`;
    built
      .withPanel(
        points(
          { title: label, description: `${label} of the motif’s runs in the time range; the job is the larger point.`, unit, width: 16, height: 6 },
          Query.series(`SELECT ${scaled('value')} AS "value" ${history}`, 'runs of the motif'),
          Query.series(`SELECT ${scaled('value')} AS "value" ${history} AND "job_id" = '$job'`, 'this job'),
        ).overrideByName('this job', [
          { id: 'custom.pointSize', value: 14 },
          { id: 'color', value: { mode: 'fixed', fixedColor: 'red' } },
        ]),
      )
      .withPanel(
        new Candlestick()
          .title(`${label}: climate of the job`)
          .description('The box reaches from the 25th to the 75th percentile of the motif’s earlier runs, the whiskers from the 5th to the 95th.')
          .unit(unit)
          .datasource(DATABASE)
          .span(8)
          .height(6)
          .thresholds(NEUTRAL())
          .noValue('unknown')
          .mode(VizDisplayMode.Candles)
          .fields(new CandlestickFieldMapBuilder().open('25th percentile').high('95th percentile').low('5th percentile').close('75th percentile'))
          .legend(
            new common.VizLegendOptionsBuilder()
              .displayMode(common.LegendDisplayMode.List)
              .placement(common.LegendPlacement.Bottom)
              .showLegend(false)
              .calcs([]),
          )
          .withTarget(
            Query.table(
              {
                '5th percentile': scaled('p05'),
                '25th percentile': scaled('p25'),
                '75th percentile': scaled('p75'),
                '95th percentile': scaled('p95'),
                'This job': scaled('value'),
              },
              `FROM "umami" WHERE ${JOB} AND "metric" = '${metric}' AND "p05" >= 0`,
            ),
          ),
      );
  }
  return built;
}
