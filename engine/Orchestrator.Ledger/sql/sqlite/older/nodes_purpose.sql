-- As migration 16 has it, where none is made.
CASE
    WHEN package_kind IN ('load', 'scd', 'absorb', 'dataflow') THEN 'Load'
    WHEN package_kind = 'hook' THEN 'Hook'
    WHEN package_kind = 'replay' THEN 'Replay'
    WHEN package_kind = '' THEN 'None'
    ELSE 'Task'
    END
