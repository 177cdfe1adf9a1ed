package io.barograph.runs.operators;

import io.barograph.schemas.WeatherMetric;
import io.barograph.servers.history.WindowVolume;
import java.util.Map;

/**
 * What a file system knows of a run besides volumes.
 *
 * @param jobBytes bytes of all logs of the job id decided so far, the run's included
 * @param ofJob volume of all data servers while any of these logs' runs was under way
 */
record FileSystemResponse(long jobBytes, WindowVolume ofJob, Map<WeatherMetric, Double> metrics) {}
