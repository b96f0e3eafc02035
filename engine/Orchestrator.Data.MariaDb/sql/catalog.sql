CREATE TABLE IF NOT EXISTS orchestrator_loads (
  load_table    varchar(64) NOT NULL PRIMARY KEY,
  target_schema varchar(64) NOT NULL,
  target_name   varchar(64) NOT NULL,
  attempt       bigint NOT NULL
) ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
CREATE TABLE IF NOT EXISTS orchestrator_sessions (
  id      char(36) NOT NULL PRIMARY KEY,
  name    varchar(400) NOT NULL,
  session bigint NOT NULL,
  since   datetime(6) NOT NULL
) ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
CREATE TABLE IF NOT EXISTS orchestrator_flushes (
  id      int NOT NULL PRIMARY KEY,
  flushed datetime(6) NOT NULL
) ENGINE=InnoDB
