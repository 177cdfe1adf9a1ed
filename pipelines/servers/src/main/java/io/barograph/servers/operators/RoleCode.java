package io.barograph.servers.operators;

import io.barograph.schemas.ServerRole;

/** Roles as bytes, which the order of the schema's symbols does not change. */
final class RoleCode {
    private RoleCode() {}

    static int of(ServerRole role) {
        return switch (role) {
            case UNKNOWN -> 0;
            case DATA -> 1;
            case METADATA -> 2;
            case DATA_HOST -> 3;
            case METADATA_HOST -> 4;
        };
    }

    static ServerRole role(int code) {
        return switch (code) {
            case 1 -> ServerRole.DATA;
            case 2 -> ServerRole.METADATA;
            case 3 -> ServerRole.DATA_HOST;
            case 4 -> ServerRole.METADATA_HOST;
            default -> ServerRole.UNKNOWN;
        };
    }
}
