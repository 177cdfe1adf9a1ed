import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import { board, tagVariable, UID } from './board.js';
import { CHOSEN, HOURS, MINUTES, Query } from './influxql.js';
import { columns, heatmap, lines, table } from './panels.js';

/** What kind of load the file systems carry (CUG 2010). */
export function workload(): dashboard.DashboardBuilder {
  const volumes = table(
    { title: 'Volumes', description: 'Bytes read and written in each day and month (CUG 2010, Table 1).', unit: 'decbytes', width: 12, height: 9 },
    Query.table(
      { 'File system': 'fs', Span: 'span', Read: 'read_bytes', Written: 'write_bytes' },
      `FROM ${HOURS}"volumes" WHERE ${CHOSEN} AND "span" =~ /^(day|month)$/`,
    ),
  );
  const directed = `${CHOSEN} AND "direction" =~ /^$direction$/`;
  return board(UID.workload, 'Barograph: workload character', 'Volumes, sizes of bursts, memory and periods of the load.')
    .withVariable(tagVariable('direction', 'Direction', '"$hours"."power_spectrum"'))
    .time({ from: 'now-7d', to: 'now' })
    .withPanel(volumes)
    .withPanel(
      columns(
        { title: 'Volume by hour', description: 'Bytes read and written in each hour.', unit: 'decbytes', height: 9 },
        Query.series(`SELECT sum("read_bytes") AS "read", sum("write_bytes") AS "written" FROM ${HOURS}"volumes" WHERE ${CHOSEN} AND "span" = 'hour' GROUP BY time(1h), "fs" fill(none)`, '$tag_fs $col'),
      ),
    )
    .withPanel(
      heatmap(
        { title: 'Power spectrum', description: 'One row per size of burst (bytes that one server moved in one interval), one column per day: which sizes moved the bytes (CUG 2010, section 5). Violet is none, blank a day that is not known.', unit: 'decbytes' },
        'decbytes',
        Query.series(`SELECT sum("bytes") FROM ${HOURS}"power_spectrum" WHERE ${directed} AND "span" = 'day' GROUP BY time(1d), "bin_from_bytes" fill(null)`, '$tag_bin_from_bytes'),
      ),
    )
    .withPanel(
      columns(
        { title: 'Centroid of the spectrum', description: 'Size of burst with half of the bytes on either side, of each day.', unit: 'decbytes' },
        Query.series(`SELECT max("centroid_bytes") FROM ${HOURS}"workload_character" WHERE ${directed} AND "span" = 'day' AND "centroid_bytes" >= 0 GROUP BY time(1d), "fs", "direction" fill(none)`, '$tag_fs $tag_direction'),
      ),
    )
    .withPanel(
      lines(
        { title: 'Auto-correlation', description: 'How alike the rate is to itself after a lag; a lag of one hour lies one hour after midnight of the day it is of. A peak is a period (CUG 2010, section 6).', unit: 'none' },
        Query.series(`SELECT mean("coefficient") FROM ${HOURS}"auto_correlation" WHERE ${directed} AND "span" = 'day' GROUP BY time($__interval), "fs", "direction" fill(none)`, '$tag_fs $tag_direction'),
      )
        .interval('1m')
        .min(-1)
        .max(1),
    )
    .withPanel(
      heatmap(
        { title: 'Spectrogram', description: 'One row per period in seconds: how much of the rate swings with it. A job that writes a checkpoint every 600 s is a line at 600 s while it runs (CUG 2010, section 8). Power in (B/s)²/Hz; blank is a time without samples.', unit: 'sishort' },
        's',
        Query.series(`SELECT mean("power") FROM ${MINUTES}"spectrogram" WHERE ${directed} GROUP BY time(15m), "period_s" fill(null)`, '$tag_period_s'),
      ),
    )
    .withPanel(
      lines(
        { title: 'Chance of quiet', description: 'Chance that a busy file system is quiet in at least one of the next 2, 10 or 60 minutes, of each day.', unit: 'percentunit' },
        ...[2, 10, 60].map(minutes =>
          Query.series(`SELECT "quiet_chance_${minutes}_min" AS "${minutes} min" FROM ${HOURS}"workload_character" WHERE ${CHOSEN} AND "direction" = 'total' AND "span" = 'day' AND "quiet_chance_${minutes}_min" >= 0 GROUP BY "fs"`, '$tag_fs $col'),
        ),
      )
        .min(0)
        .max(1),
    )
    .withPanel(
      columns(
        { title: 'Memory of the load', description: 'Lag at which the auto-correlation first falls below 0.5: how long the load goes on as it is.', unit: 's' },
        Query.series(`SELECT max("lag_below_half_s") FROM ${HOURS}"workload_character" WHERE ${directed} AND "span" = 'day' AND "lag_below_half_s" >= 0 GROUP BY time(1d), "fs", "direction" fill(none)`, '$tag_fs $tag_direction'),
      ),
    );
}
