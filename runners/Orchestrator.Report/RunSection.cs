using Microsoft.AspNetCore.Components;
using Orchestrator.Report.Charts;
using Orchestrator.Report.Figures;
using Orchestrator.Report.Parts;

namespace Orchestrator.Report;

/// <summary>
/// A section of what is shown of a run. The report, the page of the service and the contents of both take them from
/// <see cref="All"/>.
/// </summary>
/// <param name="Id">Its place within the page.</param>
/// <param name="Title">What the contents call it.</param>
/// <param name="Has">Whether it says anything of a run.</param>
/// <param name="Content">What it says.</param>
internal sealed record RunSection(string Id, string Title, Func<RunFigures, bool> Has, RenderFragment Content)
{
    public static RunSection Slots { get; } = Of<GanttChart>("gantt", "Packages over slots", HasRun);

    public static RunSection Slowest { get; } = Of<Packages>("packages", "Packages", HasRun);

    public static RunSection Turns { get; } = Of<Loops>("loops", "Loops", run => run.Loops.Count > 0);

    /// <summary>All of them, in the order in which they stand.</summary>
    public static IReadOnlyList<RunSection> All { get; } =
    [
        Of<Failures>("failures", "Failures", run => run.Failed.Count > 0),
        Slots,
        Of<PathTable>("path", "Critical path", HasRun),
        Of<TimeSpent>("time", "Where the time went", HasRun),
        Of<OverTime>("over-time", "Over time", HasRun),
        Of<DatabaseActivity>(
            "databases", "Databases meanwhile", run => HasRun(run) && run.Facts.Databases.Count > 0),
        Of<Scopes>("durability", "Durability", run => run.Scopes.Count > 0),
        Of<Projects>("projects", "Projects", _ => true),
        Slowest,
        Of<BlockedPackages>("blocked", "Blocked", BlockedPackages.Has),
        Of<RejectedCounts>("rejected", "Rejected rows", RejectedCounts.Has),
        Of<Warnings>("warnings", "Warnings", run => run.Warnings.Any()),
        Of<RunValueList>("values", "Values", run => run.Values.Count > 0),
        Turns,
        Of<AboutRun>("stamp", "About this run", _ => true),
    ];

    /// <summary>Those that say anything of a run.</summary>
    public static IEnumerable<RunSection> In(RunFigures run) => All.Where(section => section.Has(run));

    private static RunSection Of<T>(string id, string title, Func<RunFigures, bool> has)
        where T : notnull, IComponent =>
        new(id, title, has, static builder =>
        {
            builder.OpenComponent<T>(0);
            builder.CloseComponent();
        });

    private static bool HasRun(RunFigures run) => run.Facts.Attempts.Count > 0;
}
