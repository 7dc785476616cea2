#!/bin/bash
# Copies PRIMARY_HOST into an empty data folder, then runs the given command. The copy starts as a standby.
set -euo pipefail
data="${PGDATA:?}"
if [ ! -s "$data/PG_VERSION" ]; then
  # Restart an interrupted copy from scratch.
  find "$data" -mindepth 1 -delete
  chmod 700 "$data"
  PGPASSWORD="$REPLICATION_PASSWORD" pg_basebackup --pgdata="$data" --host="$PRIMARY_HOST" --username=replicator \
    --slot=standby --wal-method=stream --checkpoint=fast --write-recovery-conf
fi
exec "$@"
