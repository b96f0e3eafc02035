using Orchestrator.Benchmarks.Loads;

return args switch
{
    ["delimited-to-sqlite"] => DelimitedToSqlite.Run(),
    ["memory", .. var rest] => LoadMemory.Run(rest),
    _ => Usage(),
};

static int Usage()
{
    Console.Error.WriteLine("usage: Orchestrator.Benchmarks delimited-to-sqlite | memory");
    return 2;
}
