import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import { board, EVENT_LINKS, JOB_LINKS, UID } from './board.js';
import { CHOSEN, Query } from './influxql.js';
import { column, columns, EVENT_KINDS, EVENT_STATES, EVENT_TYPES, limitedPoints, lowIsGood, NEUTRAL, noText, points, stat, table } from './panels.js';

const WHOLE_FILE_SYSTEM = noText('whole file system');
const HARM = '"kind" =~ /^(CONTENTION|DEGRADED|UNEXPLAINED)$/';

/** Who disturbed whom, and what it cost. */
export function contention(): dashboard.DashboardBuilder {
  const events = table(
    {
      title: 'Events',
      description: 'Contention (load with harm) and degradation (slow, and the load does not explain it), newest first, with the first suspect. Click the event for its suspects and victims, the suspect for its report or UMAMI.',
      unit: 'none',
      height: 10,
    },
    Query.table(
      {
        Event: 'title',
        Kind: 'kind',
        Type: 'type',
        'File system': 'fs',
        Server: 'server',
        State: 'state',
        Lasted: 'duration_s',
        'Worst slowdown': 'worst_slowdown',
        Suspect: 'suspect_job_id',
        Application: 'suspect_application',
        Share: 'suspect_share',
        'Share of no known job': 'unattributed_share',
        Victims: 'victim_jobs',
        'Node-hours lost': 'lost_node_hours',
        'Similar events': 'similar_events',
        'In words': 'text',
      },
      `FROM "contention_events" WHERE ${CHOSEN} AND ${HARM}`,
    ),
  );
  column(events, 'Event', { links: EVENT_LINKS });
  column(events, 'Kind', { mappings: [EVENT_KINDS] });
  column(events, 'Type', { mappings: [EVENT_TYPES] });
  column(events, 'State', { mappings: [EVENT_STATES] });
  column(events, 'Server', { mappings: [WHOLE_FILE_SYSTEM] });
  column(events, 'Lasted', { unit: 's' });
  column(events, 'Share', { unit: 'percentunit' });
  column(events, 'Share of no known job', { unit: 'percentunit' });
  column(events, 'Suspect', { links: JOB_LINKS });
  column(events, 'In words', { width: 600 });
  const conditions = table(
    { title: 'Conditions', description: 'Targets nearly full, load that stays high for more than half an hour.', unit: 'none', height: 8 },
    Query.table(
      {
        Condition: 'title',
        Kind: 'kind',
        Type: 'type',
        'File system': 'fs',
        Server: 'server',
        State: 'state',
        Lasted: 'duration_s',
        'In words': 'text',
      },
      `FROM "contention_events" WHERE ${CHOSEN} AND "kind" =~ /^(CAPACITY|SUSTAINED)$/`,
    ),
  );
  column(conditions, 'Condition', { links: EVENT_LINKS });
  column(conditions, 'Kind', { mappings: [EVENT_KINDS] });
  column(conditions, 'Type', { mappings: [EVENT_TYPES] });
  column(conditions, 'State', { mappings: [EVENT_STATES] });
  column(conditions, 'Server', { mappings: [WHOLE_FILE_SYSTEM] });
  column(conditions, 'Lasted', { unit: 's' });
  column(conditions, 'In words', { width: 600 });
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
      limitedPoints(
        { title: 'How bad', description: 'Each event at its onset: its worst slowdown.', unit: 'none' },
        lowIsGood(2, 5),
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
        Query.table(
          { 'File system': 'fs', Application: 'application', 'Node-hours lost': 'lost_node_hours', Events: 'events', Victims: 'victim_jobs' },
          `FROM "contention_cost" WHERE "fs" =~ /^$fs$/ AND "replay" =~ /^$replay$/ AND time > now() - 365d AND "span" = 'month' AND "lost_node_hours" >= 0 AND "all_applications" = false`,
        ),
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
