package io.barograph.sources.darshan.log;

import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.IoDirection;
import io.barograph.schemas.IoInterval;
import io.barograph.schemas.OstBytes;
import io.barograph.schemas.StripeWidth;
import io.barograph.schemas.activity.AccessDirection;
import io.barograph.schemas.activity.IoActivity.Interval;
import io.barograph.sources.darshan.log.LogContents.Activity;
import io.barograph.sources.darshan.log.LogContents.Bounds;
import io.barograph.sources.darshan.log.LogContents.Covering;
import io.barograph.sources.darshan.log.LogContents.FileSystemDetail;
import io.barograph.sources.darshan.log.LogContents.Placement;
import io.barograph.sources.darshan.log.LogContents.Sharing;

/** Puts what is known by rank, OST and time into a summary. */
final class FileSystemDetails {
    private static final double BYTES_PER_MEBIBYTE = 1024.0 * 1024.0;
    private static final double MICROS_PER_SECOND = 1e6;

    private FileSystemDetails() {}

    static Long least(Bounds bounds) {
        return bounds == null ? null : (Long) bounds.least();
    }

    static Long most(Bounds bounds) {
        return bounds == null ? null : (Long) bounds.most();
    }

    static Double bytesPerSecond(Double mebibytesPerSecond) {
        return mebibytesPerSecond == null ? null : (Double) (mebibytesPerSecond * BYTES_PER_MEBIBYTE);
    }

    static void set(FileSystemUse.Builder use, FileSystemDetail detail) {
        Sharing sharing = detail.sharing();
        use.setSharedBytes(sharing.sharedBytes())
                .setSharedFiles(sharing.sharedFiles())
                .setOneRankBytes(sharing.oneRankBytes())
                .setOneRankFiles(sharing.oneRankFiles())
                .setMaxRankBytes(least(detail.rankBytes()))
                .setMaxRankBytesAtMost(most(detail.rankBytes()))
                .setMaxRankRequests(least(detail.rankRequests()))
                .setMaxRankRequestsAtMost(most(detail.rankRequests()))
                .setSlowestRankSeconds(detail.slowestRankSeconds())
                .setPerformanceBytesPerSecond(bytesPerSecond(detail.performanceMebibytesPerSecond()));
        if (detail.placement() != null) {
            set(use, detail.placement());
        }
        set(use, detail.activity());
        set(use, detail.covering());
        use.setStripeWidths(
                        detail.stripeWidths().isEmpty()
                                ? null
                                : detail.stripeWidths().stream()
                                        .map(width -> new StripeWidth(width.osts(), width.files(), width.bytes()))
                                        .toList())
                .setRereadBytes(detail.rereadBytes())
                .setReadBackBytes(detail.readBackBytes());
    }

    private static void set(FileSystemUse.Builder use, Covering covering) {
        if (covering != null) {
            use.setCoveringRequests(covering.requests())
                    .setCoveringSmallRequests(covering.smallRequests())
                    .setCoveringSequentialRequests(covering.sequentialRequests())
                    .setCoveringSeconds(covering.seconds())
                    .setCoveringMetadataSeconds(covering.metadataSeconds());
        }
    }

    private static void set(FileSystemUse.Builder use, Placement placement) {
        use.setOstBytes(placement.osts().stream()
                        .map(traffic -> OstBytes.newBuilder()
                                .setOst(traffic.ost())
                                .setReadBytes(traffic.readBytes())
                                .setWriteBytes(traffic.writeBytes())
                                .build())
                        .toList())
                .setUnplacedReadBytes(placement.unplacedReadBytes())
                .setUnplacedWriteBytes(placement.unplacedWriteBytes());
    }

    private static void set(FileSystemUse.Builder use, Activity activity) {
        use.setIoIntervals(activity.intervals().intervals().stream()
                        .map(FileSystemDetails::interval)
                        .toList())
                .setIoPausesHidden(activity.intervals().pausesHidden())
                .setIoPausesHiddenSeconds(activity.intervals().hiddenMicros() / MICROS_PER_SECOND)
                .setIoSeconds(activity.micros() / MICROS_PER_SECOND)
                .setIoPhases(activity.phases())
                .setCoveringFiles(activity.coveringSet());
    }

    private static IoInterval interval(Interval interval) {
        return IoInterval.newBuilder()
                .setDirection(interval.direction() == AccessDirection.READ ? IoDirection.READ : IoDirection.WRITE)
                .setStartMicros(interval.span().beginMicros())
                .setEndMicros(interval.span().endMicros())
                .setBytes(interval.span().bytes())
                .build();
    }
}
