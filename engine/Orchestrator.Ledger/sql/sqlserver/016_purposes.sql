-- What the packages of a node are for, so that no question lists kinds: Load, Task, Hook, Replay; None of a group. What
-- ran before this was written has it by its kind.
ALTER TABLE orchestrator.nodes ADD purpose nvarchar(40) COLLATE Latin1_General_BIN2 NOT NULL DEFAULT N'None';
EXEC (N'UPDATE orchestrator.nodes SET purpose = CASE
    WHEN package_kind IN (N''load'', N''scd'', N''absorb'', N''dataflow'') THEN N''Load''
    WHEN package_kind = N''hook'' THEN N''Hook''
    WHEN package_kind = N''replay'' THEN N''Replay''
    WHEN package_kind = N'''' THEN N''None''
    ELSE N''Task''
    END');
