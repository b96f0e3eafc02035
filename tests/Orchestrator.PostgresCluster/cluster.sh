#!/usr/bin/env bash
# Runs a PostgreSQL server in a folder until standard input ends, then removes both. Lines on it are orders:
#   restart        ends the server as a crash does, and starts it again
#   kill           kills the server with all its processes, and starts it again
#   kill PID       kills one session, which the server answers by ending all and recovering
#   halt PID       lets a process of the server stand still until it is killed
#   wake PID       lets it go on
#   pause          lets the server stand still with all its processes
#   resume         lets them go on
#   stop           ends the server as a crash does
#   start          starts it again
#   limit BYTES    how long files of sessions that begin later can become
#   cluster.sh FOLDER PORT [SETTING...]     the password of the superuser, or what the server is to keep of it, is the
#                                           first line of standard input
folder="$1"; port="$2"; shift 2
read -r password

bin=""
for candidate in "$(dirname "$(command -v initdb || echo /none/initdb)")" /usr/lib/postgresql/*/bin; do
  if [ -x "$candidate/initdb" ] && [ -x "$candidate/pg_ctl" ]; then bin="$candidate"; fi
done
[ -n "$bin" ] || { echo "no initdb here; tests/install-what-is-missing installs it"; rm -rf "$folder"; exit 1; }

# The server refuses to run as root.
as=()
if [ "$(id -u)" = 0 ]; then
  user=nobody; getent passwd postgres >/dev/null && user=postgres
  chown "$user" "$folder"
  as=(setpriv --reuid="$user" --regid="$(id -g "$user")" --clear-groups --)
fi
cd "$folder" || exit 1

finish() {
  "${as[@]}" "$bin/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1
  cd / && rm -rf "$folder"
}
trap finish EXIT
trap '' INT TERM

options="-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$folder -c fsync=off"
options="$options -c full_page_writes=off -c max_prepared_transactions=4"
for setting in "$@"; do options="$options -c $setting"; done
"${as[@]}" bash -c "umask 077; cat > '$folder/password'" <<<"$password"
init() {
  "${as[@]}" "$bin/initdb" -D "$1" -U orchestrator --pwfile="$folder/password" \
    --auth=scram-sha-256 -E UTF8 --locale=C.UTF-8 --no-sync >"$folder/initdb.log" 2>&1
}
# Where a run of all suites keeps one, the data are a copy of what its first server began with, and have a password of
# their own: to make them anew takes longer.
copy() {
  local first="${ORCHESTRATOR_TEST_SERVERS:-}/postgresql"
  [ "$first" != /postgresql ] || return 1
  ( flock 9 && { [ -d "$first" ] || { init "$first.new" && "${as[@]}" mv "$first.new" "$first"; }; } ) \
    9>"$first.lock" || return 1
  "${as[@]}" cp -a "$first" "$folder/data" && "${as[@]}" "$bin/postgres" --single -F -D "$folder/data" postgres \
    >"$folder/password.log" 2>&1 <<<"ALTER USER orchestrator PASSWORD '$password'"
}
if ! copy; then
  rm -rf "$folder/data"
  init "$folder/data" || { echo "initdb failed"; cat "$folder/initdb.log"; exit 1; }
fi
rm -f "$folder/password"
start() {
  if ! "${as[@]}" "$bin/pg_ctl" -D "$folder/data" -w -t 60 -l "$folder/log" -o "$options" start \
        >"$folder/start.log" 2>&1 </dev/null; then
    echo "pg_ctl failed"; cat "$folder/start.log" "$folder/log"; exit 1
  fi
  echo ready
}
# The server itself stands still first: a session that it began behind the listing of its processes would be missed,
# and one that waits for what a killed one held lives on for ever, with its client.
hold() {
  server=$("${as[@]}" head -n 1 "$folder/data/postmaster.pid")
  "${as[@]}" kill -STOP "$server" 2>/dev/null || return 0
  until grep -qsE '^State:.[TZ]' "/proc/$server/status" || ! [ -e "/proc/$server" ]; do sleep 0.01; done
}
children() { cat "/proc/$server/task/$server/children" 2>/dev/null; }
start
while read -r order bytes; do
  case "$order" in
    halt) if "${as[@]}" kill -STOP "$bytes"; then echo ready; else echo no; fi ;;
    wake) if "${as[@]}" kill -CONT "$bytes"; then echo ready; else echo no; fi ;;
    kill)
      if [ -n "$bytes" ]; then "${as[@]}" kill -KILL "$bytes" && echo ready || echo no; continue; fi
      hold
      processes="$server $(children)"
      # shellcheck disable=SC2086 # One word each.
      "${as[@]}" kill -KILL $processes 2>/dev/null
      for process in $processes; do tail --pid="$process" -f /dev/null; done
      start ;;
    pause)
      hold
      # shellcheck disable=SC2046 # One word each.
      "${as[@]}" kill -STOP $(children) 2>/dev/null
      echo ready ;;
    resume)
      server=$("${as[@]}" head -n 1 "$folder/data/postmaster.pid")
      # shellcheck disable=SC2046 # One word each.
      "${as[@]}" kill -CONT "$server" $(children) 2>/dev/null
      echo ready ;;
    stop) "${as[@]}" "$bin/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1; echo ready ;;
    start) start ;;
    restart) "${as[@]}" "$bin/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1; start ;;
    limit) # The soft limit only, which its owner may raise again.
      server=$("${as[@]}" head -n 1 "$folder/data/postmaster.pid")
      if "${as[@]}" prlimit --pid="$server" --fsize="$bytes:unlimited" 2>/dev/null; then echo ready; else echo no; fi ;;
  esac
done
