import * as common from '@grafana/grafana-foundation-sdk/common';
import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import { PanelBuilder as BarGauge } from '@grafana/grafana-foundation-sdk/bargauge';
import { PanelBuilder as Heatmap } from '@grafana/grafana-foundation-sdk/heatmap';
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
const UNKNOWN_COLOR = '#8e8e8e';

/** No number at all is unknown. */
export const NO_NUMBER: dashboard.ValueMapping = {
  type: dashboard.MappingType.SpecialValue,
  options: { match: dashboard.SpecialValueMatch.NullAndNan, result: { text: 'unknown', color: UNKNOWN_COLOR, index: 0 } },
};

/** Results hold -1 where a number is not known; no quantity of a panel but a correlation is negative. */
const NEGATIVE: dashboard.ValueMapping = {
  type: dashboard.MappingType.RangeToText,
  options: { from: null, to: -1e-9, result: { text: 'unknown', color: UNKNOWN_COLOR, index: 1 } },
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

/** The same with limits: drawn as lines, not only known. */
export function limitedLines(says: Says, thresholds: dashboard.ThresholdsConfigBuilder, ...queries: Query[]): TimeSeries {
  return lines(says, ...queries)
    .thresholds(thresholds)
    .thresholdsStyle(new common.GraphThresholdsStyleConfigBuilder().mode(common.GraphThresholdsStyleMode.Dashed));
}

/** Points over time: things that happen, one by one. */
export function points(says: Says, ...queries: Query[]): TimeSeries {
  return lines(says, ...queries)
    .drawStyle(common.GraphDrawStyle.Points)
    .pointSize(5)
    .showPoints(common.VisibilityMode.Always);
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

/** One row per series. */
export function heatmap(says: Says, query: Query): Heatmap {
  return panel(new Heatmap(), says, [query], 24, 9).calculate(false).cellGap(0).showColorScale(true).hideYHistogram();
}

/** Newest rows first. */
export function table(says: Says, query: Query): Table {
  return panel(new Table(), says, [query], 24, 9)
    .thresholds(NEUTRAL())
    .mappings([NO_NUMBER, NEGATIVE])
    .noValue('none')
    .filterable(true)
    .cellHeight(common.TableCellHeight.Sm)
    .sortBy([new common.TableSortByFieldStateBuilder().displayName('Time').desc(true)]);
}

/** A column of a table: its name, unit, and where a click leads. */
export function column(builder: Table, field: string, says: { name?: string; unit?: string; links?: Link[]; width?: number }): Table {
  const properties: dashboard.DynamicConfigValue[] = [];
  if (says.name !== undefined) {
    properties.push({ id: 'displayName', value: says.name });
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
  return builder.overrideByName(field, properties);
}
