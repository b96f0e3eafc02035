#!/usr/bin/env bash
# Runs a MariaDB server in a folder until standard input ends, then removes both. Lines on it are orders:
#   restart        ends the server as a crash does, and starts it again
#   kill           the same; sessions are no processes that could be killed one by one
#   kill ID        ends one session, which the others do not see
#   pause          lets the server stand still
#   resume         lets it go on
#   stop           ends the server as a crash does
#   start          starts it again
#   mariadb-cluster.sh FOLDER PORT [OPTION...]     the password of the user is the first line of standard input
folder="$1"; port="$2"; shift 2
read -r password

export PATH="$PATH:/usr/sbin:/usr/local/sbin"
for needed in mariadbd mariadb mariadb-install-db; do
  command -v "$needed" >/dev/null \
    || { echo "no $needed here; tests/install-what-is-missing installs it"; rm -rf "$folder"; exit 1; }
done

# The server refuses to run as root.
as=(); user=$(id -un)
if [ "$(id -u)" = 0 ]; then
  user=nobody; getent passwd mysql >/dev/null && user=mysql
  chown "$user" "$folder"
  as=(setpriv --reuid="$user" --regid="$(id -g "$user")" --clear-groups --)
fi
cd "$folder" || exit 1
# A server that starts removes all temporary tables that lie where it keeps its own, and others run beside it.
"${as[@]}" mkdir "$folder/tmp" || exit 1
socket="$folder/socket"; server=""

end() { # Without a word, as a crash does.
  [ -n "$server" ] || return 0
  kill -CONT "$server" 2>/dev/null
  kill -KILL "$server" 2>/dev/null
  wait "$server" 2>/dev/null
  server=""
}
finish() { end; cd / && rm -rf "$folder"; }
trap finish EXIT
trap '' INT TERM

options=(--no-defaults "--datadir=$folder/data" "--tmpdir=$folder/tmp" "--socket=$socket" "--pid-file=$folder/pid"
  "--port=$port" --bind-address=127.0.0.1 --skip-name-resolve --local-infile=ON --character-set-server=utf8mb4
  --innodb-buffer-pool-size=128M --innodb-log-file-size=48M --innodb-fast-shutdown=2 --max-connections=300)
for setting in "$@"; do options+=("--$setting"); done

install() {
  "${as[@]}" env TMPDIR="$folder/tmp" mariadb-install-db --no-defaults --datadir="$1" --skip-test-db \
    --auth-root-authentication-method=normal --innodb-log-file-size=48M >"$folder/install.log" 2>&1
}
# Where a run of all suites keeps one, the data are a copy of what its first server began with: to make them anew takes
# longer.
copy() {
  local first="${ORCHESTRATOR_TEST_SERVERS:-}/mariadb"
  [ "$first" != /mariadb ] || return 1
  ( flock 9 && { [ -d "$first" ] || { install "$first.new" && "${as[@]}" mv "$first.new" "$first"; }; } ) \
    9>"$first.lock" || return 1
  "${as[@]}" cp -a "$first" "$folder/data"
}
if ! copy; then
  rm -rf "$folder/data"
  install "$folder/data" || { echo "mariadb-install-db failed"; cat "$folder/install.log"; exit 1; }
fi

ask() { mariadb --no-defaults --socket="$socket" --user=root --batch --skip-column-names 2>>"$folder/ask.log"; }
start() {
  # Standard input is the orders', and standard output the answers'.
  "${as[@]}" mariadbd "${options[@]}" >>"$folder/log" 2>&1 </dev/null &
  server=$!
  for ((try = 0; try < 600; try++)); do
    if ! kill -0 "$server" 2>/dev/null; then break; fi
    if ask <<<"SELECT 1" >/dev/null; then echo ready; return; fi
    sleep 0.1
  done
  echo "mariadbd does not start"; cat "$folder/log"; exit 1
}
start_first() {
  start >"$folder/first"
  [ "$(cat "$folder/first")" = ready ] || { cat "$folder/first"; exit 1; }
  ask <<EOF || { echo "no user could be made"; cat "$folder/ask.log"; exit 1; }
CREATE USER orchestrator@'127.0.0.1' IDENTIFIED BY '$password';
GRANT ALL ON *.* TO orchestrator@'127.0.0.1' WITH GRANT OPTION;
EOF
  echo ready
}
start_first
while read -r order session; do
  case "$order" in
    kill)
      if [ -n "$session" ]; then
        if ask <<<"KILL CONNECTION $session"; then echo ready; else echo no; fi
        continue
      fi
      end; start ;;
    restart) end; start ;;
    pause) kill -STOP "$server"; echo ready ;;
    resume) kill -CONT "$server"; echo ready ;;
    stop) end; echo ready ;;
    start) start ;;
  esac
done
