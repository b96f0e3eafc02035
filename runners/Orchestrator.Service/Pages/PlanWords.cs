using Orchestrator.Core;
using Orchestrator.Report.Parts;
using Orchestrator.Service.Reading;

namespace Orchestrator.Service.Pages;

/// <summary>Nodes of a plan in words, and where they lead.</summary>
internal static class PlanWords
{
    /// <summary>A package leads to its page, in the run or over all; a group to what it holds.</summary>
    public static string AddressOf(PlanReading reading, PlanTreeNode node) => (node.IsPackage, reading.Run) switch
    {
        (true, { } run) => Paths.Package(run.Run.Number, node.Name),
        (true, null) => Paths.History(node.Name),
        _ => GroupAddress(reading, node, 1),
    };

    /// <summary>The address that shows a group; the batch needs no name.</summary>
    public static string GroupAddress(PlanReading reading, PlanTreeNode group, int page)
    {
        string[] said =
        [
            .. group.Kind == NodeKind.Batch ? [] : new[] { $"node={Uri.EscapeDataString(group.Name)}" },
            .. page > 1 ? new[] { $"page={page}" } : [],
        ];
        return (reading.Run is { } run ? Paths.Plan(run.Run.Number) : Paths.Plan(reading.Batch))
            + (said.Length > 0 ? "?" + string.Join('&', said) : "");
    }

    /// <summary>Without what the band around it says.</summary>
    public static string ShortName(PlanTreeNode node) => node.Kind switch
    {
        NodeKind.Level => LevelName(node),
        NodeKind.Container or NodeKind.Package => node.Name[(node.Name.IndexOf('/') + 1)..],
        _ => node.Name,
    };

    public static string BandName(PlanTreeNode group) => group.Kind == NodeKind.Level ? LevelName(group)
        : $"{Kind(group)} {group.Name}";

    public static string Kind(PlanTreeNode node) => node.Kind.ToString().ToLowerInvariant();

    /// <summary>What fits into a box: "✔ succeeded", or "✖ 2 ✔ 118".</summary>
    public static string Short(PlanTreeNode node, PlanCounts counts) => node switch
    {
        { IsPackage: true, State: { } state } => $"{PlanCounts.Symbol(PlanCounts.Of(state))} {Words.Of(state)}",
        { IsPackage: true } => "",
        { State: null } => Words.Count(counts.Total, "package"),
        _ => string.Join("  ", counts.Shown.Select(
            each => $"{PlanCounts.Symbol(each.State)} {Words.Number(each.Count)}")),
    };

    /// <summary>The same as a sentence, for who hears it.</summary>
    public static string Sentence(PlanTreeNode node, PlanCounts counts) => node switch
    {
        { IsPackage: true, State: { } state } => $"{node.Name}: {Words.Of(state)}",
        { IsPackage: true } => node.Name,
        { State: null } => $"{Kind(node)} {node.Name}: {Words.Count(counts.Total, "package")}",
        _ => $"{Kind(node)} {node.Name}: {Words.Count(counts.Total, "package")}: " + string.Join(", ",
            counts.Shown.Select(each => $"{Words.Number(each.Count)} {PlanCounts.Word(each.State)}")),
    };

    public static string ToneOf(PlanTreeNode node, PlanCounts counts) => node switch
    {
        { State: null } => "plain",
        { IsPackage: true, State: { } state } => Tone.Of(state),
        _ when counts[PlanState.Failed] > 0 => "bad",
        _ when counts[PlanState.Blocked] + counts[PlanState.Cancelled] > 0 => "warn",
        _ when counts[PlanState.Ok] == counts.Total => "good",
        _ => "plain",
    };

    public static string ClassOf(PlanState state) => state switch
    {
        PlanState.Failed => "failed",
        PlanState.Blocked or PlanState.Cancelled => "waiting",
        PlanState.Running => "working",
        PlanState.Waiting => "queued",
        PlanState.Ok => "ok",
        _ => "not-run",
    };

    private static string LevelName(PlanTreeNode level) => level.Name.Split(':') is [.., var number]
        ? $"level {number}" : level.Name;
}
