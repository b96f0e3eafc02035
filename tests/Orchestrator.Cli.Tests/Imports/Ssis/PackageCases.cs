namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Small packages, each a construct.</summary>
internal static class PackageCases
{
    /// <summary>Each with its name.</summary>
    public static IReadOnlyDictionary<string, PackageCase> All { get; } = new SortedDictionary<string, PackageCase>(
        new[]
        {
            StatementCases.All, OrderCases.All, LoopCases.All, LoopRowCases.All, VariableCases.All, TaskCases.All,
            ScriptCases.All, FlowCases.All, FlowMadeCases.All, LookupCases.All, FlowFileCases.All, EstateCases.All,
        }.SelectMany(each => each).ToDictionary(), StringComparer.Ordinal);
}
