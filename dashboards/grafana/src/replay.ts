import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import { board, JOB_LINKS, UID } from './board.js';
import { CHOSEN, MINUTES, Query } from './influxql.js';
import { column, lines, noText, points, table } from './panels.js';

/** The database of live results, whatever the dashboard's is. */
const LIVE = 'barograph';
const LIVE_CHOSEN = '"fs" =~ /^$fs$/ AND $timeFilter';

/** A replayed window beside what was live then. */
export function replay(): dashboard.DashboardBuilder {
  const runs = table(
    { title: 'Runs of the replay', description: 'Coverage and quality of the replayed runs.', unit: 'none', height: 9 },
    Query.table(
      {
        Job: 'job_id',
        'File system': 'fs',
        Executable: 'executable',
        'Coverage factor': 'cf_bw',
        Quality: 'quality',
        Revision: 'revision',
        Replay: 'replay',
      },
      `FROM "job_weather" WHERE ${CHOSEN}`,
    ),
  );
  column(runs, 'Job', { links: JOB_LINKS });
  column(runs, 'Replay', { mappings: [noText('live')] });
  return board(UID.replay, 'Barograph: replay', 'A replayed window beside the live results of the same time. Choose the database of replays and the replay at the top, and its time.')
    .time({ from: 'now-24h', to: 'now' })
    .withPanel(
      lines(
        { title: 'Written', description: 'Bytes written per second by the minute: in the replay, and live.', unit: 'Bps' },
        Query.series(`SELECT mean("write_bytes_per_s") FROM ${MINUTES}"file_system_rates" WHERE ${CHOSEN} AND "span" = 'minute' AND "write_bytes_per_s" >= 0 GROUP BY time($__interval), "fs", "replay" fill(null)`, '$tag_replay $tag_fs'),
        Query.series(`SELECT mean("write_bytes_per_s") FROM "minutes"."file_system_rates" WHERE ${LIVE_CHOSEN} AND "span" = 'minute' AND "write_bytes_per_s" >= 0 GROUP BY time($__interval), "fs" fill(null)`, 'live $tag_fs').from(LIVE),
      )
        .datasource({ type: 'datasource', uid: '-- Mixed --' })
        .interval('1m'),
    )
    .withPanel(
      lines(
        { title: 'Read', description: 'Bytes read per second by the minute: in the replay, and live.', unit: 'Bps' },
        Query.series(`SELECT mean("read_bytes_per_s") FROM ${MINUTES}"file_system_rates" WHERE ${CHOSEN} AND "span" = 'minute' AND "read_bytes_per_s" >= 0 GROUP BY time($__interval), "fs", "replay" fill(null)`, '$tag_replay $tag_fs'),
        Query.series(`SELECT mean("read_bytes_per_s") FROM "minutes"."file_system_rates" WHERE ${LIVE_CHOSEN} AND "span" = 'minute' AND "read_bytes_per_s" >= 0 GROUP BY time($__interval), "fs" fill(null)`, 'live $tag_fs').from(LIVE),
      )
        .datasource({ type: 'datasource', uid: '-- Mixed --' })
        .interval('1m'),
    )
    .withPanel(
      points(
        { title: 'Coverage factor', description: 'Each run at its end: in the replay, and live. Two points that do not lie on each other are a difference.', unit: 'none', width: 24 },
        Query.series(`SELECT "cf_bw" FROM "job_weather" WHERE ${CHOSEN} AND "cf_bw" >= 0 GROUP BY "fs", "replay"`, '$tag_replay $tag_fs'),
        Query.series(`SELECT "cf_bw" FROM "job_weather" WHERE ${LIVE_CHOSEN} AND "cf_bw" >= 0 GROUP BY "fs"`, 'live $tag_fs').from(LIVE),
      ).datasource({ type: 'datasource', uid: '-- Mixed --' }),
    )
    .withPanel(runs);
}
