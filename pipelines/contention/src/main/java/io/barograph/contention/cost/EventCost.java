package io.barograph.contention.cost;

/**
 * Node-hours that events of a file system have cost.
 *
 * @param application of the victims; null for all
 * @param events events that began in the period and cost this application, or any, something
 */
public record EventCost(CostPeriod period, String application, double nodeHours, int events) {}
