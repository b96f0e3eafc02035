-- What the packages of a node are for, so that no question lists kinds: Load, Task, Hook, Replay; None of a group. What
-- ran before this was written has it by its kind.
ALTER TABLE nodes ADD COLUMN purpose TEXT NOT NULL DEFAULT 'None';
UPDATE nodes SET purpose = CASE
    WHEN package_kind IN ('load', 'scd', 'absorb', 'dataflow') THEN 'Load'
    WHEN package_kind = 'hook' THEN 'Hook'
    WHEN package_kind = 'replay' THEN 'Replay'
    WHEN package_kind = '' THEN 'None'
    ELSE 'Task'
    END;
