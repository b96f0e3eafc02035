#!/usr/bin/env bash
# Runs OpenSSH's sftp server in a folder until standard input ends, then removes both. Lines on it are orders:
#   rekey          gives the server another host key and starts it again
#   stop           ends the server and all of its sessions
#   start          starts it again
#   cut            ends its sessions; it listens on
#   narrow         starts it again so that no file of it can grow over 1 MB, as on a disk that is full
#   sftp-cluster.sh FOLDER PORT     the first line of standard input is not used
# Who signs in is who runs it, with the key FOLDER/key, and begins in FOLDER/files.
folder="$1"; port="$2"
read -r _

export PATH="$PATH:/usr/sbin:/usr/local/sbin"
for needed in sshd ssh-keygen; do
  command -v "$needed" >/dev/null \
    || { echo "no $needed here; tests/install-what-is-missing installs it"; rm -rf "$folder"; exit 1; }
done

cd "$folder" || exit 1
server=""
sessions() { # Those of the server, and what these have started.
  local child
  for child in $(ps -o pid= --ppid "$1" 2>/dev/null); do sessions "$child"; echo "$child"; done
}
cut() { for one in $(sessions "$server"); do kill -KILL "$one" 2>/dev/null; done; }
end() {
  [ -n "$server" ] || return 0
  local all; all=$(sessions "$server")
  kill -KILL "$server" 2>/dev/null
  for one in $all; do kill -KILL "$one" 2>/dev/null; done
  wait "$server" 2>/dev/null
  server=""
}
finish() { end; cd / && rm -rf "$folder"; }
trap finish EXIT
trap '' INT TERM

mkdir "$folder/files" || exit 1
# As root it wants a folder of its own.
[ "$(id -u)" != 0 ] || mkdir -p /run/sshd
hostkey() {
  rm -f "$folder/host" "$folder/host.pub"
  ssh-keygen -q -t ed25519 -N "" -C host -f "$folder/host" || exit 1
  ssh-keygen -lf "$folder/host.pub" | cut_word 2 >"$folder/fingerprint"
}
cut_word() { awk -v place="$1" '{print $place}'; }
hostkey
ssh-keygen -q -t ed25519 -N "" -C client -f "$folder/key" || exit 1
ssh-keygen -q -t ed25519 -N "open it" -C client -f "$folder/locked" || exit 1
cat "$folder/key.pub" "$folder/locked.pub" >"$folder/authorized_keys"
cat >"$folder/config" <<EOF
ListenAddress 127.0.0.1
Port $port
HostKey $folder/host
PidFile $folder/pid
AuthorizedKeysFile $folder/authorized_keys
StrictModes no
UsePAM no
PasswordAuthentication yes
KbdInteractiveAuthentication no
PermitRootLogin yes
MaxStartups 100
Subsystem sftp internal-sftp
ForceCommand internal-sftp -d $folder/files
EOF

start() {
  # Standard input is the orders', and standard output the answers'.
  ( trap '' XFSZ; [ -z "$1" ] || ulimit -f "$1"; exec "$(command -v sshd)" -D -e -f "$folder/config" ) \
    >>"$folder/log" 2>&1 </dev/null &
  server=$!
  for ((try = 0; try < 600; try++)); do
    if ! kill -0 "$server" 2>/dev/null; then break; fi
    if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then echo ready; return; fi
    sleep 0.1
  done
  echo "sshd does not start"; cat "$folder/log"; exit 1
}
start ""
while read -r order; do
  case "$order" in
    rekey) end; hostkey; start "" ;;
    stop) end; echo ready ;;
    start) end; start "" ;;
    narrow) end; start 1024 ;;
    cut) cut; echo ready ;;
  esac
done
