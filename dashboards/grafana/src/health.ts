import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import { board, UID } from './board.js';
import { Query, RAW } from './influxql.js';
import { column, columns, highIsGood, lines, lowIsGood, noText, stat, table } from './panels.js';

const HEALTH = 'FROM "collector_health" WHERE $timeFilter';
const EACH = 'GROUP BY time($__interval), "host", "collector" fill(null)';
const NAME = '$tag_host $tag_collector';

/** A metric of Flink's reporter; it lies with the points that are kept shortest. */
function flink(measurement: string, tags: string, name: string, condition = ''): Query {
  return Query.series(
    `SELECT max("value") FROM ${RAW}"${measurement}" WHERE $timeFilter${condition} GROUP BY time($__interval), ${tags} fill(null)`,
    name,
  );
}

/** Is Barograph itself well. */
export function health(): dashboard.DashboardBuilder {
  const collectors = table(
    { title: 'Collectors', description: 'What each collector said last: its state, and why it failed if it did.', unit: 'none', height: 8 },
    Query.table(
      {
        State: 'last("state")',
        Host: 'host',
        Collector: 'collector',
        Type: 'type',
        'Last failure': 'failure',
        Published: 'published_records',
        Refused: 'refused_inputs',
        Dropped: 'dropped_records',
        Lag: 'lag_seconds',
        Up: 'up_seconds',
      },
      `${HEALTH} GROUP BY "host", "collector"`,
    ),
  );
  // The tags of a group are columns of their own; the named ones stand for them.
  column(collectors, 'host', { hidden: true });
  column(collectors, 'collector', { hidden: true });
  column(collectors, 'Last failure', { mappings: [noText('no failure')] });
  column(collectors, 'Lag', { unit: 's' });
  column(collectors, 'Up', { unit: 's' });
  return board(UID.health, 'Barograph: pipeline health', 'Collectors, Flink, and how fresh the results are.')
    .time({ from: 'now-6h', to: 'now' })
    .refresh('30s')
    .withPanel(
      stat(
        { title: 'Collectors heard of', description: 'Collectors that reported in the last two minutes. Unknown: none did.', unit: 'none', width: 12 },
        highIsGood(1, 1),
        Query.series('SELECT count("up") FROM (SELECT last("up_seconds") AS "up" FROM "collector_health" WHERE time > now() - 2m GROUP BY "host", "collector")', 'collectors'),
      ),
    )
    .withPanel(
      stat(
        { title: 'Records dropped', description: 'Records that collectors could neither publish nor keep, since they started.', unit: 'none', width: 12 },
        lowIsGood(1, 100),
        Query.series('SELECT sum("dropped") FROM (SELECT last("dropped_records") AS "dropped" FROM "collector_health" WHERE time > now() - 2m GROUP BY "host", "collector")', 'dropped'),
      ),
    )
    .withPanel(collectors)
    .withPanel(
      lines(
        { title: 'Records published', description: 'Per second, by collector.', unit: 'rps' },
        Query.series(`SELECT non_negative_derivative(max("published_records"), 1s) ${HEALTH} ${EACH}`, NAME),
      ).interval('1m'),
    )
    .withPanel(
      lines(
        { title: 'Inputs refused', description: 'Inputs that became dead letters, since the collector started. ./barograph doctor shows the reasons.', unit: 'none' },
        Query.series(`SELECT max("refused_inputs") ${HEALTH} ${EACH}`, NAME),
      ).interval('1m'),
    )
    .withPanel(
      columns(
        { title: 'Dead letters', description: 'Inputs and records that were refused, by the topic that they were meant for or read from. ./barograph doctor shows the reasons.', unit: 'none' },
        Query.series('SELECT sum("letters") FROM "dead_letters" WHERE $timeFilter GROUP BY time($__interval), "source", "component" fill(none)', '$tag_source $tag_component'),
      ).interval('1m'),
    )
    .withPanel(
      lines(
        { title: 'Lag of the sources', description: 'How far behind its source a collector is.', unit: 's' },
        Query.series(`SELECT max("lag_seconds") ${HEALTH} AND "lag_seconds" >= 0 ${EACH}`, NAME),
      ).interval('1m'),
    )
    .withPanel(
      lines(
        { title: 'Kept on disk', description: 'Bytes that wait in the spools of the collectors while the broker is away.', unit: 'decbytes' },
        Query.series(`SELECT max("spooled_bytes") ${HEALTH} ${EACH}`, NAME),
      ).interval('1m'),
    )
    .withPanel(
      lines(
        { title: 'Waiting in Kafka', description: 'Records of a topic that a job has not read yet, of the reader that is furthest behind.', unit: 'none' },
        flink('taskmanager_job_task_operator_pendingRecords', '"job_name", "operator_name"', '$tag_job_name $tag_operator_name'),
      ).interval('1m'),
    )
    .withPanel(
      lines(
        { title: 'Delay of watermarks', description: 'How far event time is behind the clock at each source; the slowest source holds back the results.', unit: 'ms' },
        flink('taskmanager_job_task_operator_watermarkLag', '"job_name", "operator_name"', '$tag_job_name $tag_operator_name'),
      ).interval('1m'),
    )
    .withPanel(
      lines(
        { title: 'Length of checkpoints', description: 'How long the last checkpoint of each job took.', unit: 'ms' },
        flink('jobmanager_job_lastCheckpointDuration', '"job_name"', '$tag_job_name', ' AND "value" >= 0'),
      ).interval('1m'),
    )
    .withPanel(
      lines(
        { title: 'Failed checkpoints and restarts', description: 'Since the start of each job.', unit: 'none' },
        flink('jobmanager_job_numberOfFailedCheckpoints', '"job_name"', '$tag_job_name checkpoints failed'),
        flink('jobmanager_job_numRestarts', '"job_name"', '$tag_job_name restarts'),
      ).interval('1m'),
    )
    .withPanel(
      lines(
        { title: 'Busy', description: 'Part of each second that the busiest task of a job works: near 1000 ms it cannot keep up.', unit: 'ms' },
        flink('taskmanager_job_task_busyTimeMsPerSecond', '"job_name"', '$tag_job_name'),
      ).interval('1m'),
    )
    .withPanel(
      lines(
        { title: 'Held back', description: 'Part of each second that a task of a job waits for the one after it, of the task that waits most.', unit: 'ms' },
        flink('taskmanager_job_task_backPressuredTimeMsPerSecond', '"job_name"', '$tag_job_name'),
      ).interval('1m'),
    );
}
