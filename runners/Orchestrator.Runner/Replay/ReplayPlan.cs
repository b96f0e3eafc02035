using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Selection;

namespace Orchestrator.Runner.Replay;

/// <summary>
/// The plan of a run that loads what a package has rejected. Its node has a name and a kind of its own, so that nothing
/// that asks the ledger for the loads of the package (what is done, how long it takes, whose rows do not count) takes
/// the one for the other.
/// </summary>
public static class ReplayPlan
{
    private const string Suffix = "~rejects";

    /// <summary>The plan with that node in the place of the package, and nothing else to run.</summary>
    public static RunRequest Of(RunRequest request, PlanNode package)
    {
        var name = package.Name + Suffix;
        var document = PlanJson.Renamed(request.Document, package.Index, name);
        return request with
        {
            Document = document,
            Plan = request.Plan with
            {
                Hash = document.Hash,
                Nodes =
                [
                    .. request.Plan.Nodes.Select(node => node.Index != package.Index ? node : node with
                    {
                        Name = name,
                        Hash = document.Nodes[package.Index].Hash,
                        PackageKind = KindTable.Replay.Word,
                        Purpose = PackagePurpose.Replay,
                        ReadsValues =
                        [
                            .. node.ReadsValues.Where(read =>
                                IsNeeded(node, request.Plan.Variables[read.Variable].Name)),
                        ],
                    }),
                ],
            },
            Selected = new HashSet<int> { package.Index },
        };
    }

    // Rows come from the error table, and no hook runs: of its SQL only what computes columns is sent.
    private static bool IsNeeded(PlanNode package, string variable) =>
        package.Payload is ObjectDefinition definition && definition.Columns.Any(
            column => column.TargetExpression?.Contains($"@{variable}", StringComparison.Ordinal) == true);

    /// <summary>The package whose rejected rows a node loads.</summary>
    public static string PackageOf(PlanNode node) => PackageOf(node.Name);

    /// <summary>The same by the name of the node.</summary>
    internal static string PackageOf(string node) =>
        node.EndsWith(Suffix, StringComparison.Ordinal) ? node[..^Suffix.Length] : node;

    /// <summary>The package whose rejected rows a plan loads; null = it is an ordinary one.</summary>
    public static string? PackageOf(Plan plan) =>
        plan.Nodes.FirstOrDefault(node => node.Purpose == PackagePurpose.Replay) is { } node
            ? PackageOf(node.Name) : null;

    /// <summary>The same of a run in the ledger, by its nodes.</summary>
    public static string? PackageOf(IEnumerable<NodeRecord> nodes) =>
        nodes.FirstOrDefault(node => node.Purpose == PackagePurpose.Replay) is { } node ? PackageOf(node.Name) : null;

    /// <summary>The same of a run in the ledger, by its options.</summary>
    public static string? PackageOf(LedgerReader reader, RunRecord run) =>
        reader.Options(run.Number).FirstOrDefault(option => option.Name == RunOption.Replay)?.Value;

    /// <summary>The verb that goes on from there, without the name of the program.</summary>
    public static string Again(string package) => $"rejects replay {ShellWord.Quoted(package)}";

    /// <summary>The verb that shows what is left, and why it was rejected.</summary>
    public static string Look(string package) => $"rejects list {ShellWord.Quoted(package)} --values";
}
