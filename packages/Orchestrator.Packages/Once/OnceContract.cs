using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Flows;
using Orchestrator.Packages.Load;
using Orchestrator.Packages.Programs;
using Orchestrator.Packages.Sql;

namespace Orchestrator.Packages.Once;

/// <summary>What each kind says of running twice by chance, asked in one place.</summary>
internal static class OnceContract
{
    /// <summary>Whether a package must not run again where nobody knows what an attempt has done.</summary>
    public static bool RunsOnce(ObjectDefinition definition) => definition.Kind switch
    {
        "load" => LoadContract.AddsAgain(definition),
        "sql" => SqlContract.RunsOnce(definition),
        "dataflow" => DataflowContract.RunsOnce(definition),
        "process" => ProgramContract.RunsOnce(definition),
        _ => false,
    };
}
