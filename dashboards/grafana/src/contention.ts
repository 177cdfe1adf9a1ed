import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import { board, EVENT_LINKS, JOB_LINKS, UID } from './board.js';
import { CHOSEN, Query } from './influxql.js';
import { column, columns, lowIsGood, NEUTRAL, points, stat, table } from './panels.js';

const HARM = '"kind" =~ /^(CONTENTION|DEGRADED)$/';

/** Who disturbed whom, and what it cost. */
export function contention(): dashboard.DashboardBuilder {
  const events = table(
    {
      title: 'Events',
      description: 'Contention (load with harm) and degradation (slow without load), newest first, with the first suspect. Click the event for its suspects and victims, the suspect for its report or UMAMI.',
      unit: 'none',
      height: 10,
    },
    Query.table(
      `SELECT "title", "kind", "type", "fs", "server", "state", "duration_s", "worst_slowdown", "suspect_job_id", "suspect_application", "suspect_share", "unattributed_share", "victim_jobs", "lost_node_hours", "similar_events", "text" FROM "contention_events" WHERE ${CHOSEN} AND ${HARM}`,
    ),
  );
  column(events, 'title', { name: 'Event', links: EVENT_LINKS });
  column(events, 'duration_s', { name: 'Lasted', unit: 's' });
  column(events, 'suspect_share', { name: 'Share', unit: 'percentunit' });
  column(events, 'unattributed_share', { name: 'Of nobody known', unit: 'percentunit' });
  column(events, 'suspect_job_id', { name: 'Suspect', links: JOB_LINKS });
  column(events, 'text', { name: 'In words', width: 600 });
  const conditions = table(
    { title: 'Conditions', description: 'Targets nearly full, load that stays high for more than half an hour.', unit: 'none', height: 8 },
    Query.table(
      `SELECT "title", "kind", "type", "fs", "server", "state", "duration_s", "text" FROM "contention_events" WHERE ${CHOSEN} AND "kind" =~ /^(CAPACITY|SUSTAINED)$/`,
    ),
  );
  column(conditions, 'title', { name: 'Condition', links: EVENT_LINKS });
  column(conditions, 'duration_s', { name: 'Lasted', unit: 's' });
  column(conditions, 'text', { name: 'In words', width: 600 });
  return board(UID.contention, 'Barograph: contention events', 'Who disturbed whom, and what it cost in node-hours.')
    .time({ from: 'now-7d', to: 'now' })
    .refresh('1m')
    .withPanel(
      stat(
        { title: 'Events', description: 'Contention and degradation that began in the time range.', unit: 'none', width: 8 },
        NEUTRAL(),
        Query.series(`SELECT count("revision") FROM "contention_events" WHERE ${CHOSEN} AND ${HARM} GROUP BY "fs"`, '$tag_fs'),
      ),
    )
    .withPanel(
      stat(
        { title: 'Node-hours lost', description: 'Estimate over all victims of the events of the time range.', unit: 'none', width: 8 },
        lowIsGood(100, 1000),
        Query.series(`SELECT sum("lost_node_hours") FROM "contention_events" WHERE ${CHOSEN} AND ${HARM} AND "lost_node_hours" >= 0 GROUP BY "fs"`, '$tag_fs'),
      ).decimals(1),
    )
    .withPanel(
      stat(
        { title: 'Worst slowdown', description: 'Largest slowdown of an event of the time range.', unit: 'none', width: 8 },
        lowIsGood(2, 5),
        Query.series(`SELECT max("worst_slowdown") FROM "contention_events" WHERE ${CHOSEN} AND ${HARM} AND "worst_slowdown" >= 0 GROUP BY "fs"`, '$tag_fs'),
      ).decimals(1),
    )
    .withPanel(events)
    .withPanel(
      points(
        { title: 'How bad', description: 'Each event at its onset: its worst slowdown.', unit: 'none' },
        Query.series(`SELECT "worst_slowdown" FROM "contention_events" WHERE ${CHOSEN} AND ${HARM} AND "worst_slowdown" >= 0 GROUP BY "fs", "kind", "type"`, '$tag_fs $tag_kind $tag_type'),
      ),
    )
    .withPanel(
      points(
        { title: 'Load peaks', description: 'Each peak of load above the threshold, harm or not (CUG 2010, section 7): its highest smoothed rate.', unit: 'none' },
        Query.series(`SELECT "peak_per_s" FROM "contention_events" WHERE ${CHOSEN} AND "kind" = 'TRANSIENT' AND "peak_per_s" >= 0 GROUP BY "fs", "type"`, '$tag_fs $tag_type'),
      ),
    )
    .withPanel(
      table(
        { title: 'Cost by application', description: 'Node-hours that the runs of each application lost, by month.', unit: 'none', width: 12, height: 8 },
        Query.table(`SELECT "fs", "application", "lost_node_hours", "events", "victim_jobs" FROM "contention_cost" WHERE "fs" =~ /^$fs$/ AND "replay" =~ /^$replay$/ AND time > now() - 365d AND "span" = 'month' AND "lost_node_hours" >= 0`),
      ),
    )
    .withPanel(
      columns(
        { title: 'Cost by day', description: 'Node-hours lost in each day, over all applications.', unit: 'none' },
        Query.series(`SELECT max("lost_node_hours") FROM "contention_cost" WHERE ${CHOSEN} AND "span" = 'day' AND "lost_node_hours" >= 0 AND "all_applications" = true GROUP BY time(1d), "fs" fill(none)`, '$tag_fs'),
      ),
    )
    .withPanel(conditions);
}
