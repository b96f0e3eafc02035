-- What an attempt that succeeded has set: seen by all that read it, also in a retry. Of rows a line each, with tabs
-- between the cells.
CREATE TABLE orchestrator.run_values (
    attempt      {number} NOT NULL REFERENCES orchestrator.attempts (attempt),
    variable     {text 128} NOT NULL,
    data_type    {text} NOT NULL,
    value        {text} NOT NULL,
    is_sensitive {number} NOT NULL,
    PRIMARY KEY (attempt, variable)
);
