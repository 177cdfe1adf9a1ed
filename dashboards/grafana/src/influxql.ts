import * as cog from '@grafana/grafana-foundation-sdk/cog';

/** Database that a dashboard reads; chosen at its top. */
export const DATABASE = { type: 'influxdb', uid: '${database}' };

/** Where live results of the three retention levels lie; in a database of replays everything lies in its only policy. */
export const RAW = '"$raw".';
export const MINUTES = '"$minutes".';
export const HOURS = '"$hours".';

/** The chosen file systems and replay. */
export const CHOSEN = '"fs" =~ /^$fs$/ AND "replay" =~ /^$replay$/ AND $timeFilter';

/** Results of the last two minutes: what is older is not shown as if it were now. */
export const NOW = '"fs" =~ /^$fs$/ AND "replay" =~ /^$replay$/ AND time > now() - 2m';

/** Contention and degradation that last. */
export const OPEN_HARM = `FROM "contention_events" WHERE "fs" =~ /^$fs$/ AND "replay" =~ /^$replay$/ AND time > now() - 7d AND "state" != 'CLOSED' AND "kind" =~ /^(CONTENTION|DEGRADED|UNEXPLAINED)$/`;

/** The live slowdown "last" of each probe operation, by file system. */
export const WORST_SLOWDOWN = `FROM (SELECT last("slowdown") FROM "slowdown_live" WHERE ${NOW} AND "host" = '' AND "server" = '' AND "slowdown" >= 0 GROUP BY "fs", "operation") GROUP BY "fs"`;

interface InfluxTarget extends cog.Dataquery {
  refId: string;
  datasource: { type: string; uid: string };
  query: string;
  rawQuery: true;
  resultFormat: 'time_series' | 'table';
  alias?: string;
}

/** An InfluxQL query. */
export class Query implements cog.Builder<cog.Dataquery> {
  private name = 'A';
  private datasource = DATABASE;

  private constructor(
    private readonly text: string,
    private readonly format: 'time_series' | 'table',
    private readonly alias?: string,
  ) {}

  /** One series per group; the alias may hold $tag_NAME and $col. */
  static series(text: string, alias?: string): Query {
    return new Query(text, 'time_series', alias);
  }

  /** Rows as they are; `columns` maps headings to what InfluxQL selects for them, a field or tag unless it holds a quote. */
  static table(columns: Record<string, string>, from: string): Query {
    const selected = Object.entries(columns).map(([heading, what]) => `${what.includes('"') ? what : `"${what}"`} AS "${heading}"`);
    return new Query(`SELECT ${selected.join(', ')} ${from}`, 'table');
  }

  /** Name of the query in its panel; A unless said otherwise. */
  as(name: string): this {
    this.name = name;
    return this;
  }

  /** Reads another database than the dashboard's. */
  from(uid: string): this {
    this.datasource = { type: 'influxdb', uid };
    return this;
  }

  build(): cog.Dataquery {
    const target: InfluxTarget = {
      refId: this.name,
      datasource: this.datasource,
      query: this.text,
      rawQuery: true,
      resultFormat: this.format,
      _implementsDataqueryVariant: () => {},
    };
    if (this.alias !== undefined) {
      target.alias = this.alias;
    }
    return target;
  }
}
