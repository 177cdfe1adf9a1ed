import * as common from '@grafana/grafana-foundation-sdk/common';
import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import { PanelBuilder as BarGauge } from '@grafana/grafana-foundation-sdk/bargauge';
import {
  CellValuesBuilder,
  FilterValueRangeBuilder,
  HeatmapColorMode,
  HeatmapColorOptionsBuilder,
  HeatmapColorScale,
  PanelBuilder as Heatmap,
  YAxisConfigBuilder,
} from '@grafana/grafana-foundation-sdk/heatmap';
import { PanelBuilder as Stat } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as Table } from '@grafana/grafana-foundation-sdk/table';
import { PanelBuilder as TimeSeries } from '@grafana/grafana-foundation-sdk/timeseries';
import type { Link } from './board.js';
import { DATABASE, Query } from './influxql.js';

/** What every panel says: what it shows, and in which unit. */
export interface Says {
  title: string;
  description: string;
  unit: string;
  /** Columns of 24. */
  width?: number;
  /** Rows of 30 pixels. */
  height?: number;
}

interface Sized<T> {
  title(text: string): T;
  description(text: string): T;
  unit(unit: string): T;
  datasource(datasource: dashboard.DataSourceRef): T;
  span(width: number): T;
  height(height: number): T;
  withTarget(query: Query): T;
}

const NAMES = 'ABCDEFGH';

function panel<T extends Sized<T>>(builder: T, says: Says, queries: Query[], width: number, height: number): T {
  builder
    .title(says.title)
    .description(says.description)
    .unit(says.unit)
    .datasource(DATABASE)
    .span(says.width ?? width)
    .height(says.height ?? height);
  queries.forEach((query, i) => builder.withTarget(query.as(NAMES[i]!)));
  return builder;
}

/** Value from which a colour holds; the first one has none. */
export type Step = [number | null, string];

export function steps(...limits: Step[]): dashboard.ThresholdsConfigBuilder {
  return new dashboard.ThresholdsConfigBuilder()
    .mode(dashboard.ThresholdsMode.Absolute)
    .steps(limits.map(([value, color]) => ({ value, color })));
}

/** The colour of what is not known: neither good nor bad. */
export const UNKNOWN_COLOR = '#8e8e8e';

/** What no number at all means. */
export function noNumber(text: string): dashboard.ValueMapping {
  return {
    type: dashboard.MappingType.SpecialValue,
    options: { match: dashboard.SpecialValueMatch.NullAndNan, result: { text, color: UNKNOWN_COLOR, index: 0 } },
  };
}

/** No number at all is unknown. */
export const NO_NUMBER = noNumber('unknown');

/** Results hold -1 where a number is not known; no quantity of a panel but a correlation is negative. */
export const NEGATIVE: dashboard.ValueMapping = {
  type: dashboard.MappingType.RangeToText,
  options: { from: null, to: -1e-9, result: { text: 'unknown', color: UNKNOWN_COLOR, index: 1 } },
};

/** An empty text is unknown, too, unless its column says what it means. */
const NO_TEXT = noText('unknown', 2);

/** What an empty text means. */
export function noText(text: string, index = 0): dashboard.ValueMapping {
  return {
    type: dashboard.MappingType.SpecialValue,
    options: { match: dashboard.SpecialValueMatch.Empty, result: { text, color: UNKNOWN_COLOR, index } },
  };
}

function range(from: number, to: number | null, text: string, color: string, index: number): dashboard.ValueMapping {
  return { type: dashboard.MappingType.RangeToText, options: { from, to, result: { text, color, index } } };
}

/** Words for a slowdown, those of the live page. */
export const STATES: dashboard.ValueMapping[] = [
  NO_NUMBER,
  NEGATIVE,
  range(0, 1.5 - 1e-9, 'well', 'green', 2),
  range(1.5 - 1e-9, 2 - 1e-9, 'needs attention', 'orange', 3),
  range(2 - 1e-9, null, 'slow', 'red', 4),
];

/** Shows constants of records as words. */
function words(texts: Record<string, string>): dashboard.ValueMapping {
  return {
    type: dashboard.MappingType.ValueToText,
    options: Object.fromEntries(Object.entries(texts).map(([constant, text], index) => [constant, { text, index }])),
  };
}

export const EVENT_KINDS = words({
  CONTENTION: 'contention',
  DEGRADED: 'degraded',
  UNEXPLAINED: 'slow, cause unknown',
  CAPACITY: 'nearly full',
  SUSTAINED: 'sustained load',
});

export const EVENT_TYPES = words({
  READ: 'reads',
  WRITE: 'writes',
  METADATA: 'metadata',
  HOTSPOT: 'hotspot',
  BYTES: 'bytes',
  INODES: 'inodes',
});

export const EVENT_STATES = words({ OPENED: 'open', UPDATED: 'open', CLOSED: 'over' });

/** What the verdicts on a run mean; each that judges nothing has the colour of the unknown. */
export const VERDICTS: dashboard.ValueMapping = {
  type: dashboard.MappingType.ValueToText,
  options: {
    NORMAL: { text: 'normal', color: 'green', index: 0 },
    ANOMALOUS: { text: 'slow for its motif', color: 'red', index: 1 },
    UNUSUALLY_GOOD: { text: 'unusually good', color: 'blue', index: 2 },
    TOO_EARLY: { text: 'too few earlier runs', color: UNKNOWN_COLOR, index: 3 },
    TOO_SMALL: { text: 'too small to judge', color: UNKNOWN_COLOR, index: 4 },
    NO_PERFORMANCE: { text: 'no I/O time in its log', color: UNKNOWN_COLOR, index: 5 },
    UNKNOWN: { text: 'unknown', color: UNKNOWN_COLOR, index: 6 },
  },
};

/** Where a value lies among those of earlier runs. */
export const QUARTILES: dashboard.ValueMapping = {
  type: dashboard.MappingType.ValueToText,
  options: {
    '-1': { text: 'unknown', color: UNKNOWN_COLOR, index: 0 },
    '1': { text: 'best quarter', index: 1 },
    '2': { text: 'better half', index: 2 },
    '3': { text: 'worse half', index: 3 },
    '4': { text: 'worst quarter', index: 4 },
  },
};

/** Good below the first limit, bad from the second on. */
export function lowIsGood(warning: number, critical: number): dashboard.ThresholdsConfigBuilder {
  return steps([null, 'green'], [warning, 'orange'], [critical, 'red']);
}

/** Bad below the first limit, good from the second on. */
export function highIsGood(critical: number, warning: number): dashboard.ThresholdsConfigBuilder {
  return steps([null, 'red'], [critical, 'orange'], [warning, 'green']);
}

/** Says what it is in blue, and judges nothing. */
export const NEUTRAL = (): dashboard.ThresholdsConfigBuilder => steps([null, 'blue']);

/** Newest number of each series; without one it says so, and never shows an old one. */
export function stat(says: Says, thresholds: dashboard.ThresholdsConfigBuilder, ...queries: Query[]): Stat {
  return panel(new Stat(), says, queries, 6, 4)
    .thresholds(thresholds)
    .mappings([NO_NUMBER, NEGATIVE])
    .noValue('unknown')
    .colorMode(common.BigValueColorMode.Value)
    .graphMode(common.BigValueGraphMode.None)
    .reduceOptions(new common.ReduceDataOptionsBuilder().calcs(['lastNotNull']).values(false));
}

/** Newest number of each series as a bar from 0 to 1. */
export function bars(says: Says, thresholds: dashboard.ThresholdsConfigBuilder, ...queries: Query[]): BarGauge {
  return panel(new BarGauge(), says, queries, 6, 6)
    .thresholds(thresholds)
    .mappings([NO_NUMBER, NEGATIVE])
    .min(0)
    .max(1)
    .noValue('unknown')
    .orientation(common.VizOrientation.Horizontal)
    .displayMode(common.BarGaugeDisplayMode.Basic)
    .reduceOptions(new common.ReduceDataOptionsBuilder().calcs(['lastNotNull']).values(false));
}

/** Lines over time; a gap stays a gap. */
export function lines(says: Says, ...queries: Query[]): TimeSeries {
  return panel(new TimeSeries(), says, queries, 12, 8)
    .thresholds(NEUTRAL())
    .lineWidth(1)
    .fillOpacity(8)
    .spanNulls(false)
    .showPoints(common.VisibilityMode.Auto)
    .noValue('unknown')
    .legend(
      new common.VizLegendOptionsBuilder()
        .displayMode(common.LegendDisplayMode.List)
        .placement(common.LegendPlacement.Bottom)
        .showLegend(true)
        .calcs([]),
    )
    .tooltip(new common.VizTooltipOptionsBuilder().mode(common.TooltipDisplayMode.Multi).sort(common.SortOrder.Descending));
}

/** Limits are drawn as lines. */
function limited(builder: TimeSeries, thresholds: dashboard.ThresholdsConfigBuilder): TimeSeries {
  return builder
    .thresholds(thresholds)
    .thresholdsStyle(new common.GraphThresholdsStyleConfigBuilder().mode(common.GraphThresholdsStyleMode.Dashed));
}

export function limitedLines(says: Says, thresholds: dashboard.ThresholdsConfigBuilder, ...queries: Query[]): TimeSeries {
  return limited(lines(says, ...queries), thresholds);
}

/** Points over time: things that happen, one by one. */
export function points(says: Says, ...queries: Query[]): TimeSeries {
  return lines(says, ...queries)
    .drawStyle(common.GraphDrawStyle.Points)
    .pointSize(5)
    .showPoints(common.VisibilityMode.Always);
}

export function limitedPoints(says: Says, thresholds: dashboard.ThresholdsConfigBuilder, ...queries: Query[]): TimeSeries {
  return limited(points(says, ...queries), thresholds);
}

/** Bars over time: numbers of whole days or hours, which begin at the point's time, upon each other. */
export function columns(says: Says, ...queries: Query[]): TimeSeries {
  return lines(says, ...queries)
    .drawStyle(common.GraphDrawStyle.Bars)
    .barAlignment(common.BarAlignment.After)
    .stacking(new common.StackingConfigBuilder().mode(common.StackingMode.Normal).group('A'))
    .axisSoftMin(0)
    .fillOpacity(60);
}

/**
 * One row per series, whose names are numbers in `rowUnit`. A cell without a value stays blank, 0 has the darkest colour of
 * the scheme. Grafana has no logarithmic colours: a fifth root shows three decades as well.
 */
export function heatmap(says: Says, rowUnit: string, query: Query): Heatmap {
  return panel(new Heatmap(), says, [query], 24, 9)
    .calculate(false)
    .cellGap(0)
    .cellValues(new CellValuesBuilder().unit(says.unit))
    .yAxis(new YAxisConfigBuilder().unit(rowUnit).axisPlacement(common.AxisPlacement.Left))
    .filterValues(new FilterValueRangeBuilder().le(-1e-9))
    .color(
      new HeatmapColorOptionsBuilder()
        .mode(HeatmapColorMode.Scheme)
        .scheme('Viridis')
        .fill('dark-orange')
        .scale(HeatmapColorScale.Exponential)
        .exponent(0.2)
        .steps(64)
        .reverse(false)
        .min(0),
    )
    .showColorScale(true)
    .hideYHistogram();
}

/** Heading of a table's times; the dashboards show all times in UTC. */
const TIME = 'Time (UTC)';

/** Newest rows first. */
export function table(says: Says, query: Query): Table {
  return panel(new Table(), says, [query], 24, 9)
    .thresholds(NEUTRAL())
    .mappings([NO_NUMBER, NEGATIVE, NO_TEXT])
    .noValue('no rows')
    .filterable(true)
    .cellHeight(common.TableCellHeight.Sm)
    .overrideByFieldType('time', [
      { id: 'displayName', value: TIME },
      { id: 'unit', value: 'dateTimeAsIso' },
    ])
    .sortBy([new common.TableSortByFieldStateBuilder().displayName(TIME).desc(true)]);
}

/** A column of a table: its unit, what its values mean, and where a click leads. */
export function column(
  builder: Table,
  heading: string,
  says: { unit?: string; mappings?: dashboard.ValueMapping[]; links?: Link[]; width?: number; hidden?: boolean },
): Table {
  const properties: dashboard.DynamicConfigValue[] = [];
  if (says.hidden !== undefined) {
    properties.push({ id: 'custom.hidden', value: says.hidden });
  }
  if (says.mappings !== undefined) {
    properties.push({ id: 'mappings', value: says.mappings });
  }
  if (says.unit !== undefined) {
    properties.push({ id: 'unit', value: says.unit });
  }
  if (says.width !== undefined) {
    properties.push({ id: 'custom.width', value: says.width });
  }
  if (says.links !== undefined) {
    properties.push({ id: 'links', value: says.links });
  }
  return builder.overrideByName(heading, properties);
}
