-- What a hook's rows went through: is it {this}, or orchestrator.that?
{add attempts, rows_moved, {number}, 0};
{add attempts, moved_by, {text 40}, ''};
{add attempts, moved_at, {number}};

-- Why it moved them.
    -- Is it {that}?
{add attempts, moved_why, {text}};
