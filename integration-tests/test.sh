#!/usr/bin/env bash
# ./barograph test: installs what the tests use, runs them, and ends with what was skipped and the counts.
#
#   integration-tests/test.sh [--all] [MAVEN_ARGUMENT]...
set -euo pipefail

cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
log=.barograph/log/test.log
(umask 077 && mkdir -p .barograph/log)

arguments=() all=
for argument in "$@"; do
  if [ "$argument" = --all ]; then
    all=--all
    arguments+=(-Dbarograph.tests=all)
  else
    arguments+=("$argument")
  fi
done

# What a reader of the tests wants of what Maven says: modules, classes, failures. What tests log is in the log.
show_tests() {
  local line
  while IFS= read -r line; do
    line=${line//$'\e[0m'/}
    if [[ $line =~ ^\[INFO\]\ Building\ (.*)\ [^\ ]+\ +(\[[0-9]+/[0-9]+\])$ ]]; then
      printf '%s %s\n' "${BASH_REMATCH[2]}" "${BASH_REMATCH[1]}"
    elif [[ $line =~ ^\[(INFO|WARNING|ERROR)\]\ (Tests\ run:.*\ in\ |BUILD|Total\ time:) || $line =~ ^\[ERROR\] ]]; then
      printf '%s\n' "$line"
    fi
  done
}

# Of the reports that are newer than the start: failures, skipped tests with the reason, and the counts as the last line.
summarize() {
  find . -path '*/target/*-reports/TEST-*.xml' -not -path './.barograph/*' -newer "$1" -print0 | sort -z |
    xargs -0 awk '
      function attribute(name) {
        if (!match($0, " " name "=\"[^\"]*\"")) return ""
        return substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
      }
      function finish() {
        if (test == "") return
        if (state == "failed") { failed++; failures = failures "  " test "\n" }
        else if (state == "skipped") {
          skipped++
          if (reason ~ /--all/) reason = "only with --all"
          sub(/^Assumption failed: /, "", reason)
          sub(/^recording not found: .*/, "recording not found (-Dbarograph.data=FOLDER says where they are)", reason)
          name = test; sub(/\(.*/, "", name); sub(/\[[0-9]+\]$/, "", name)
          if (!((reason, name) in seen)) {
            seen[reason, name] = 1
            if (reason in skips) skips[reason] = skips[reason] ", " name; else { skips[reason] = name; reasons[++kinds] = reason }
          }
        } else { passed++; if (flaky) flakes = flakes "  " test "\n" }
        test = ""
      }
      FNR == 1 { finish() }
      /<testcase / {
        finish()
        test = attribute("classname"); sub(/.*\./, "", test)
        if (attribute("name") != "") test = test "." attribute("name")
        state = "passed"; reason = ""; flaky = 0
      }
      /<skipped/ {
        state = "skipped"; reason = attribute("message"); sub(/.*==&gt; /, "", reason)
        if (reason == "" && match($0, /<!\[CDATA\[[A-Za-z0-9.$]*: /)) reason = substr($0, RSTART + RLENGTH)
        if (reason == "") reason = "no reason given"
      }
      /<(failure|error)[ >]/ { state = "failed" }
      /<flaky(Failure|Error)/ { flaky = 1 }
      END {
        finish()
        for (kind = 1; kind <= kinds; kind++) {
          reason = reasons[kind]; text = reason
          gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text); gsub(/&quot;/, "\"", text); gsub(/&amp;/, "\\&", text)
          printf "\nSkipped, %s:\n  %s\n", text, skips[reason]
        }
        if (flakes != "") printf "\nFailed once, passed when run again:\n%s", flakes
        if (failures != "") printf "\nFailed:\n%s", failures
        printf "\n%d passed, %d failed, %d skipped\n", passed, failed, skipped
      }' /dev/null
}

. integration-tests/prepare.sh
prepare_tests $all

start=.barograph/test.started
touch "$start"
echo "Running the tests${all:+ at full length} (log: $log)"
code=0
mvn --batch-mode --no-transfer-progress -T 2 verify "${arguments[@]}" 2>&1 | tee "$log" | show_tests || code=1
if [ "$code" != 0 ] && ! grep -q '^\[ERROR\]' "$log"; then
  head -n 5 "$log" >&2 # Maven did not begin: a wrong option, for instance
fi
summarize "$start"
exit "$code"
