-- The turns that loops of a run have had, in their order, and what each was given.
CREATE TABLE orchestrator.run_turns (
    run          {number} NOT NULL REFERENCES orchestrator.runs (run),
    loop_node    {number} NOT NULL,
    turn         {number} NOT NULL,
    turn_key     {text} NOT NULL,
    value        {text} NOT NULL,
    is_sensitive {number} NOT NULL,
    first_node   {number} NOT NULL,
    PRIMARY KEY (run, loop_node, turn)
);

-- What came in a loop was made after that node. -1 is one that was compiled so.
{add nodes, template, {number}, -1};

-- 1 where a node only stands for what is in the turns of a loop, and is counted nowhere.
{add nodes, is_template, {number}, 0};
