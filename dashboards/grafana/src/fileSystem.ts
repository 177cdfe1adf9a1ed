import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import { board, UID } from './board.js';
import { CHOSEN, MINUTES, Query } from './influxql.js';
import { heatmap, limitedLines, lines, lowIsGood } from './panels.js';

const RATES = `FROM ${MINUTES}"file_system_rates" WHERE ${CHOSEN} AND "span" = 'minute'`;
const SERVERS = `FROM ${MINUTES}"server_rates" WHERE ${CHOSEN} AND "span" = 'minute'`;
/** Kinds of operations that metadata servers count. */
const METADATA = ['open', 'close', 'getattr', 'setattr', 'getxattr', 'setxattr', 'mknod', 'mkdir', 'rmdir', 'link', 'unlink', 'rename', 'statfs', 'readdir', 'sync'];
const EACH = 'GROUP BY time($__interval), "fs" fill(null)';

/** Everything that is measured on a file system, by the minute. */
export function fileSystem(): dashboard.DashboardBuilder {
  return board(UID.fileSystem, 'Barograph: file system', 'Rates, metadata operations, imbalance, CPU and fullness, by the minute.')
    .time({ from: 'now-6h', to: 'now' })
    .refresh('1m')
    .withPanel(
      lines(
        { title: 'Bytes', description: 'Read and written per second, over all data servers.', unit: 'Bps' },
        Query.series(`SELECT mean("read_bytes_per_s") AS "read", mean("write_bytes_per_s") AS "write" ${RATES} AND "read_bytes_per_s" >= 0 ${EACH}`, '$tag_fs $col'),
      ).interval('1m'),
    )
    .withPanel(
      lines(
        { title: 'Largest interval of each minute', description: 'The file system’s largest rate over one sampling interval: bursts that a mean hides.', unit: 'Bps' },
        Query.series(`SELECT max("read_bytes_per_s_largest") AS "read", max("write_bytes_per_s_largest") AS "write" ${RATES} AND "read_bytes_per_s" >= 0 ${EACH}`, '$tag_fs $col'),
      ).interval('1m'),
    )
    .withPanel(
      lines(
        { title: 'Read and write operations', description: 'Operations per second on all data servers, where they report them.', unit: 'ops' },
        Query.series(`SELECT mean("read_ops_per_s") AS "read", mean("write_ops_per_s") AS "write" ${RATES} AND "read_ops_per_s" >= 0 ${EACH}`, '$tag_fs $col'),
      ).interval('1m'),
    )
    .withPanel(
      lines(
        { title: 'Metadata operations by kind', description: 'Operations per second of each kind that the metadata servers count.', unit: 'ops' },
        Query.series(`SELECT ${METADATA.map(kind => `mean("metadata_${kind}_per_s") AS "${kind}"`).join(', ')} ${RATES} ${EACH}`, '$tag_fs $col'),
      )
        .interval('1m')
        .min(0),
    )
    .withPanel(
      heatmap(
        { title: 'Written by each OST', description: 'One row per OST: its bytes written per second. A bright row among dark ones is a hot spot; a violet one among bright ones is idle; blank is a time without samples.', unit: 'Bps' },
        'none',
        Query.series(`SELECT mean("write_bytes_per_s") ${SERVERS} AND "role" = 'data' AND "write_bytes_per_s" >= 0 GROUP BY time($__interval), "server" fill(null)`, '$tag_server'),
      ).interval('1m'),
    )
    .withPanel(
      heatmap(
        { title: 'Read by each OST', description: 'One row per OST: its bytes read per second. Violet is idle, blank a time without samples.', unit: 'Bps' },
        'none',
        Query.series(`SELECT mean("read_bytes_per_s") ${SERVERS} AND "role" = 'data' AND "read_bytes_per_s" >= 0 GROUP BY time($__interval), "server" fill(null)`, '$tag_server'),
      ).interval('1m'),
    )
    .withPanel(
      lines(
        { title: 'Imbalance of load', description: 'Busiest data server / mean of all. 1 is even; the number of servers is one server alone.', unit: 'none' },
        Query.series(`SELECT mean("read_max_over_mean") AS "read" ${RATES} AND "read_max_over_mean" >= 0 ${EACH}`, '$tag_fs $col'),
        Query.series(`SELECT mean("write_max_over_mean") AS "write" ${RATES} AND "write_max_over_mean" >= 0 ${EACH}`, '$tag_fs $col'),
      ).interval('1m'),
    )
    .withPanel(
      lines(
        { title: 'CPU of the servers', description: 'Mean over the hosts of OSTs (OSS) and of MDTs (MDS), and the busiest host.', unit: 'percentunit' },
        Query.series(`SELECT mean("oss_cpu_mean_percent") / 100 AS "OSS mean", max("oss_cpu_max_percent") / 100 AS "OSS busiest" ${RATES} AND "oss_cpu_mean_percent" >= 0 ${EACH}`, '$tag_fs $col'),
        Query.series(`SELECT mean("mds_cpu_mean_percent") / 100 AS "MDS mean", max("mds_cpu_max_percent") / 100 AS "MDS busiest" ${RATES} AND "mds_cpu_mean_percent" >= 0 ${EACH}`, '$tag_fs $col'),
      )
        .interval('1m')
        .min(0)
        .max(1),
    )
    .withPanel(
      limitedLines(
        { title: 'Fullness of the OSTs', description: 'Bytes in use / bytes: the fullest OST and the mean. What lies between them is imbalance.', unit: 'percentunit' },
        lowIsGood(0.8, 0.9),
        Query.series(`SELECT max("bytes_fullest") AS "fullest", mean("bytes_mean") AS "mean" FROM ${MINUTES}"fullness" WHERE ${CHOSEN} AND "span" = 'minute' AND "targets" = 'ost' AND "bytes_mean" >= 0 ${EACH}`, '$tag_fs $col'),
      )
        .interval('1m')
        .min(0)
        .max(1),
    )
    .withPanel(
      limitedLines(
        { title: 'Samples missing', description: 'Samples expected and absent / samples expected, of data and metadata servers.', unit: 'percentunit' },
        lowIsGood(0.01, 0.1),
        Query.series(`SELECT mean("missing_fraction") AS "data servers" ${RATES} AND "missing_fraction" >= 0 ${EACH}`, '$tag_fs $col'),
        Query.series(`SELECT mean("metadata_missing_fraction") AS "metadata servers" ${RATES} AND "metadata_missing_fraction" >= 0 ${EACH}`, '$tag_fs $col'),
      )
        .interval('1m')
        .min(0)
        .max(1),
    );
}
