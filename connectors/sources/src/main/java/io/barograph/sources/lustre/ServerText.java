package io.barograph.sources.lustre;

import java.util.List;

/**
 * One statistics file of a server, or the value of one parameter.
 *
 * @param origin file or command that it is from
 * @param firstLine number of its first line in there, from 1
 */
record ServerText(String origin, int firstLine, String content) {
    /** @return its lines; blank ones are kept, so that the index gives the number of the line */
    List<String> lines() {
        return content.lines().toList();
    }

    /**
     * @param index index of a line in this text, from 0
     * @return what finds the line again: file and line
     */
    String at(int index) {
        return origin + ":" + (firstLine + index);
    }
}
