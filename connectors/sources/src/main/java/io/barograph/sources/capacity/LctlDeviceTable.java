package io.barograph.sources.capacity;

import io.barograph.runtime.RefusedRecordException;
import io.barograph.schemas.ServerKind;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code lctl dl -t} on a client: number, state, type, name, UUID, references, and the network id of the server that the
 * device is connected to. Devices of types osc and mdc stand for targets; the others are passed over.
 */
final class LctlDeviceTable implements CapacityReader.Table {
    private static final Pattern DEVICE =
            Pattern.compile("\\s*\\d+\\s+([A-Z?-]{2})\\s+([a-z]\\w*)\\s+(\\S+)\\s+\\S+\\s+-?\\d+(?:\\s+(\\S+))?\\s*");
    private static final Pattern TARGET = Pattern.compile("(.+-(OST|MDT)[0-9a-fA-F]{4,8})-(?:osc|mdc)-.*");
    private static final Set<String> TO_TARGETS = Set.of("osc", "mdc");

    @Override
    public boolean read(String line, CapacityDump dump) throws RefusedRecordException {
        Matcher device = DEVICE.matcher(line);
        if (!device.matches()) {
            return false;
        }
        if (!TO_TARGETS.contains(device.group(2))) {
            return true;
        }
        Matcher name = TARGET.matcher(device.group(3));
        if (!name.matches()) {
            throw new RefusedRecordException("the device's name does not begin with that of a target");
        }
        if (device.group(4) == null) {
            throw new RefusedRecordException("the line has no network id; use lctl dl -t");
        }
        ServerKind kind = name.group(2).equals("OST") ? ServerKind.OST : ServerKind.MDT;
        TargetCapacity target = dump.target(name.group(1), kind);
        target.placement(device.group(4), device.group(1));
        return true;
    }
}
