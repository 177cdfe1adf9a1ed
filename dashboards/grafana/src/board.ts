import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import { DATABASE } from './influxql.js';

export const TAG = 'barograph';

/** Fixed identities: links and people's bookmarks hold them. */
export const UID = {
  wall: 'barograph-wall',
  now: 'barograph-now',
  fileSystem: 'barograph-file-system',
  slowdown: 'barograph-slowdown',
  jobs: 'barograph-jobs',
  contention: 'barograph-contention',
  climate: 'barograph-climate',
  umami: 'barograph-umami',
  workload: 'barograph-workload',
  replay: 'barograph-replay',
  health: 'barograph-health',
} as const;

/** Address of a dashboard of the same file system and time; `more` begins with &. */
export function linkTo(uid: string, more = ''): string {
  return `/d/${uid}?\${__url_time_range}&\${database:queryparam}&\${fs:queryparam}&\${replay:queryparam}&\${page:queryparam}${more}`;
}

/** Where a click leads. */
export interface Link {
  title: string;
  url: string;
}

/** The live page: the address that the variable says. */
export const PAGE = '${page:raw}';

/** Where `./barograph serve` listens unless configured otherwise. */
const PAGE_DEFAULT = 'http://localhost:8096';

/** From a job's id to its report on the live page. */
export const JOB_REPORT: Link = { title: 'Report of the job', url: `${PAGE}/jobs/\${__value.raw}` };

/** From a job's id: to its report, and to its UMAMI here. */
export const JOB_LINKS: Link[] = [JOB_REPORT, { title: 'UMAMI', url: linkTo(UID.umami, '&var-job=${__value.raw}') }];

/** From an event's title: to its page on the live page; needs the columns File system and Type in the same table. */
export const EVENT_LINKS: Link[] = [
  { title: 'Suspects, victims and cost', url: `${PAGE}/events/\${__data.fields["File system"]}/\${__data.fields["Type"]}/\${__value.time}` },
];

/** A retention policy of the chosen database, or its only one where results of replays lie. */
function policy(name: string): dashboard.QueryVariableBuilder {
  return new dashboard.QueryVariableBuilder(name)
    .datasource(DATABASE)
    .query('SHOW RETENTION POLICIES')
    .regex(`/^(${name}|autogen)$/`)
    .sort(dashboard.VariableSort.AlphabeticalDesc)
    .refresh(dashboard.VariableRefresh.OnDashboardLoad)
    .current({ selected: true, text: name, value: name })
    .hide(dashboard.VariableHide.HideVariable);
}

/** A choice among the values of a tag; all of them at first. */
export function tagVariable(tag: string, label: string, from: string, where = ''): dashboard.QueryVariableBuilder {
  return new dashboard.QueryVariableBuilder(tag)
    .label(label)
    .datasource(DATABASE)
    .query(`SHOW TAG VALUES FROM ${from} WITH KEY = "${tag}"${where}`)
    .sort(dashboard.VariableSort.AlphabeticalAsc)
    .refresh(dashboard.VariableRefresh.OnTimeRangeChanged)
    .multi(true)
    .includeAll(true)
    .allValue('.*')
    .current({ selected: true, text: 'All', value: '$__all' });
}

/** A choice of one among the values that a query finds, the newest first. */
export function newest(name: string, label: string, description: string, query: string): dashboard.QueryVariableBuilder {
  return new dashboard.QueryVariableBuilder(name)
    .label(label)
    .description(description)
    .datasource(DATABASE)
    .query(`${query} ORDER BY time DESC LIMIT 1000`)
    .sort(dashboard.VariableSort.Disabled)
    .refresh(dashboard.VariableRefresh.OnTimeRangeChanged)
    .multi(false)
    .includeAll(false)
    .current({ selected: false, text: '', value: '' });
}

/** Points of a measurement as annotations; `end` names the column that holds the end of a region. */
function annotation(name: string, color: string, query: string, end?: string): dashboard.AnnotationQueryBuilder {
  const builder = new dashboard.AnnotationQueryBuilder()
    .name(name)
    .datasource(DATABASE)
    .enable(true)
    .iconColor(color);
  // Grafana runs what stands in `target`, and nothing else. The builder's type of it is that of Grafana's own annotations.
  Object.assign(builder.build(), {
    target: {
      refId: 'Anno',
      query,
      fromAnnotations: true,
      titleColumn: 'title',
      textColumn: 'text',
      tagsColumn: 'tags',
      ...(end === undefined ? {} : { timeEndColumn: end }),
    },
  });
  return builder;
}

const HARM = `FROM "contention_events" WHERE "fs" =~ /^$fs$/ AND "replay" =~ /^$replay$/ AND $timeFilter AND "kind" =~ /^(CONTENTION|DEGRADED|UNEXPLAINED)$/`;

/** A dashboard with what all have: file system, replay, links to the others, events as annotations. */
export function board(uid: string, title: string, description: string): dashboard.DashboardBuilder {
  return new dashboard.DashboardBuilder(title)
    .uid(uid)
    .description(description)
    .tags([TAG])
    .timezone('utc')
    .tooltip(dashboard.DashboardCursorSync.Crosshair)
    .readonly()
    .withVariable(
      new dashboard.DatasourceVariableBuilder('database')
        .label('Database')
        .type('influxdb')
        .regex('/^Barograph/')
        .current({ selected: true, text: 'Barograph', value: 'barograph' }),
    )
    .withVariable(policy('raw'))
    .withVariable(policy('minutes'))
    .withVariable(policy('hours'))
    .withVariable(tagVariable('fs', 'File system', '"$minutes"."file_system_rates"'))
    .withVariable(tagVariable('replay', 'Replay', '"$minutes"."file_system_rates"'))
    .withVariable(
      new dashboard.TextBoxVariableBuilder('page')
        .label('Live page')
        .description('Address of the live page (./barograph serve), without a slash at its end')
        .defaultValue(PAGE_DEFAULT)
        .current({ selected: true, text: PAGE_DEFAULT, value: PAGE_DEFAULT }),
    )
    .link(
      new dashboard.DashboardLinkBuilder('Barograph')
        .type(dashboard.DashboardLinkType.Dashboards)
        .tags([TAG])
        .asDropdown(true)
        .includeVars(true)
        .keepTime(true),
    )
    .link(
      new dashboard.DashboardLinkBuilder('Live page')
        .type(dashboard.DashboardLinkType.Link)
        .icon('external link')
        .tooltip('Now, jobs with their reports, events and slowdown')
        .url(`${PAGE}/`)
        .targetBlank(true),
    )
    .annotation(
      annotation(
        'Site events',
        'blue',
        'SELECT "title", "text", "tags" FROM "site_events" WHERE "fs" =~ /^$fs$/ AND "replay" =~ /^$replay$/ AND $timeFilter',
      ),
    )
    .annotation(
      annotation(
        'Contention and degradation',
        'red',
        `SELECT "title", "text", "tags", "time_end_ms" AS "timeEnd" ${HARM} AND "time_end_ms" >= 0`,
        'timeEnd',
      ),
    )
    // An open event has no end yet: a region to it would cover all that lies before its onset.
    .annotation(
      annotation('Open contention and degradation', 'red', `SELECT "title", "text", "tags" ${HARM} AND "time_end_ms" < 0`),
    );
}
