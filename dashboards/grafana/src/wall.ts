import * as common from '@grafana/grafana-foundation-sdk/common';
import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import type { PanelBuilder as Stat } from '@grafana/grafana-foundation-sdk/stat';
import { board, Link, linkTo, PAGE, UID } from './board.js';
import { MINUTES, OPEN_HARM, Query, RAW, WORST_SLOWDOWN } from './influxql.js';
import { lowIsGood, NEGATIVE, NEUTRAL, NO_NUMBER, noNumber, noText, Says, stat, STATES, steps, UNKNOWN_COLOR } from './panels.js';

const FS = '"fs" =~ /^$fs$/ AND "replay" =~ /^$replay$/';
const HEIGHT = 5;

const OPEN_CONDITION = `FROM "contention_events" WHERE ${FS} AND time > now() - 7d AND "state" != 'CLOSED' AND "kind" =~ /^(CAPACITY|SUSTAINED)$/`;

/** A tile that is read from afar; a click leads to what is behind it. */
function tile(says: Says, thresholds: dashboard.ThresholdsConfigBuilder, link: Link, ...queries: Query[]): Stat {
  return stat({ height: HEIGHT, ...says }, thresholds, ...queries)
    .colorMode(common.BigValueColorMode.Background)
    .textMode(common.BigValueTextMode.Value)
    .dataLinks([new dashboard.DashboardLinkBuilder(link.title).type(dashboard.DashboardLinkType.Link).url(link.url)]);
}

/** One row per file system, for a screen on the wall: four of them fit on 1920x1080 without scrolling. */
export function wall(): dashboard.DashboardBuilder {
  return board(UID.wall, 'Barograph: wall', 'How each file system is, readable from ten metres. What is not known is grey and says so.')
    .time({ from: 'now-1h', to: 'now' })
    .refresh('10s')
    .withRow(new dashboard.RowBuilder('$fs').repeat('fs'))
    .withPanel(
      tile(
        {
          title: 'State',
          description:
            'Operations: the worst slowdown now; well needs fresh timings of probes. An open event is slow, an open condition (load that lasts, lack of space) needs attention. Unknown: none of these.',
          unit: 'none',
          width: 6,
        },
        NEUTRAL(),
        { title: 'Now', url: linkTo(UID.now) },
        // InfluxQL cannot compare measurements: each has a line of its own, and only the first can be green.
        Query.series(`SELECT max("last") AS "operations" ${WORST_SLOWDOWN}`, 'operations'),
        Query.series(`SELECT count("revision") * 0.0 + 2.0 AS "event" ${OPEN_HARM} AND "start_ms" >= 0`, 'open event'),
        Query.series(`SELECT count("revision") * 0.0 + 1.5 AS "condition" ${OPEN_CONDITION} AND "start_ms" >= 0`, 'open condition'),
      )
        .mappings(STATES)
        .textMode(common.BigValueTextMode.ValueAndName)
        .orientation(common.VizOrientation.Horizontal),
    )
    .withPanel(
      tile(
        { title: 'Worst slowdown now', description: 'Largest live slowdown of all probe operations: median of the last 30 s / what is usual.', unit: 'suffix:×', width: 4 },
        lowIsGood(1.5, 2),
        { title: 'Slowdown', url: linkTo(UID.slowdown) },
        Query.series(`SELECT max("last") AS "slowdown" ${WORST_SLOWDOWN}`, 'slowdown'),
      ).decimals(1),
    )
    .withPanel(
      tile(
        { title: 'Slow since (UTC)', description: 'Begin of the oldest event that is open.', unit: 'time:ddd HH:mm', width: 4 },
        NEUTRAL(),
        { title: 'Contention events', url: linkTo(UID.contention) },
        Query.series(`SELECT min("start_ms") AS "since" ${OPEN_HARM} AND "start_ms" >= 0`, 'since'),
      )
        .mappings([noNumber('no open event'), NEGATIVE])
        .noValue('no open event'),
    )
    .withPanel(
      tile(
        { title: 'Top suspect', description: 'The job with the largest share of the load in the newest open event, and its application.', unit: 'none', width: 4 },
        NEUTRAL(),
        { title: 'Report of the job', url: `${PAGE}/jobs/\${__data.fields["Job"]}` },
        Query.table({ Job: 'last("suspect_job_id")', Application: 'suspect_application' }, `${OPEN_HARM} AND "suspect_job_id" != ''`),
      )
        .mappings([noNumber('no suspect'), noText('unknown', 1)])
        .noValue('no suspect')
        .reduceOptions(new common.ReduceDataOptionsBuilder().calcs(['lastNotNull']).fields('/^(Job|Application)$/').values(false)),
    )
    .withPanel(
      tile(
        { title: 'Fullest OST', description: 'Bytes in use / bytes on the fullest OST.', unit: 'percentunit', width: 3 },
        lowIsGood(0.8, 0.9),
        { title: 'File system', url: linkTo(UID.fileSystem) },
        Query.series(`SELECT last("bytes_fullest") AS "fullest" FROM ${MINUTES}"fullness" WHERE ${FS} AND time > now() - 10m AND "targets" = 'ost' AND "bytes_fullest" >= 0`, 'fullest OST'),
      ).decimals(0),
    )
    .withPanel(
      tile(
        { title: 'Newest result', description: 'Age of the newest rates of the servers, of the last day.', unit: 'dateTimeFromNow', width: 3 },
        steps([null, UNKNOWN_COLOR]),
        { title: 'Pipeline health', url: linkTo(UID.health) },
        Query.series(`SELECT last("revision") AS "revision" FROM ${RAW}"file_system_rates" WHERE ${FS} AND time > now() - 1d AND "span" = 'interval'`, 'newest'),
      )
        .mappings([NO_NUMBER])
        .reduceOptions(new common.ReduceDataOptionsBuilder().calcs(['lastNotNull']).fields('/^Time$/').values(false)),
    );
}
