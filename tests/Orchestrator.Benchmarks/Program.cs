using System.Globalization;
using Orchestrator.Benchmarks;
using Orchestrator.Benchmarks.Loads;

CultureInfo.DefaultThreadCurrentCulture = CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
return args switch
{
    ["empty-packages"] => EmptyPackages.Run(),
    ["delimited-to-sqlite"] => DelimitedToSqlite.Run(),
    ["memory", .. var rest] => LoadMemory.Run(rest),
    _ => Usage(),
};

static int Usage()
{
    Console.Error.WriteLine("usage: Orchestrator.Benchmarks empty-packages | delimited-to-sqlite | memory");
    return 2;
}
