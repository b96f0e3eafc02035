using Microsoft.AspNetCore.Components;
using Orchestrator.Report.Figures;

namespace Orchestrator.Report.Parts;

/// <summary>A number of a package that has run, in the tables of the report and of the dashboard.</summary>
/// <param name="Title">What stands above it.</param>
/// <param name="Of">What is shown of a package.</param>
/// <param name="IsWide">Whether it is left out where there is little room.</param>
internal sealed record PackageColumn(string Title, Func<PackageFigures, RenderFragment> Of, bool IsWide = true)
{
    /// <summary>All of them in their order.</summary>
    public static IReadOnlyList<PackageColumn> All { get; } =
    [
        new("Took", package => Figure.Duration("took", package.Took), IsWide: false),
        new("Queued", package => Figure.Duration("queued", package.Queued)),
        new("Waiting", package => Figure.Duration("waiting", package.Waiting)),
        new("Working", package => Figure.Duration("working", package.Working)) { IsOnPages = false },
        new("Rows read", package => Figure.Number("read", package.Rows.Read), IsWide: false),
        new("Written", package => Figure.Number("written", package.Rows.Inserted + package.Rows.Updated)),
        new("Rejected", package => Figure.Number("rejected", package.Rows.Rejected)),
        new("Attempts", package => Figure.Number("attempts", package.Attempts.Count)),
    ];

    /// <summary>Those of the dashboard, which tells when each package began besides.</summary>
    public static IReadOnlyList<PackageColumn> OfPages { get; } = [.. All.Where(column => column.IsOnPages)];

    /// <summary>Whether the dashboard has it.</summary>
    public bool IsOnPages { get; init; } = true;

    /// <summary>The class of the style sheet.</summary>
    public string Class => IsWide ? "n wide" : "n";
}
