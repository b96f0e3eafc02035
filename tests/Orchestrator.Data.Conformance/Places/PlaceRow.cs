using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Data.Conformance.Places;

/// <summary>What is known of a kind of place before one is made.</summary>
/// <param name="Platform">Which platform it is of.</param>
/// <param name="Make">Makes one, and reports the test skipped where it is not on this machine; null = files, which have
/// a format and columns.</param>
internal sealed record PlaceRow(Platform Platform, Func<Place>? Make)
{
    /// <summary>How many columns a table may have; null = that is tried elsewhere.</summary>
    public required int? ColumnsMax { get; init; }

    /// <summary>How many columns the tables have that every pattern loads: nearly as many as it allows.</summary>
    public required IReadOnlyList<int> Widths { get; init; }

    /// <summary>The same, of the long proof.</summary>
    public IReadOnlyList<int> WidthsOfFull { get; init; } = [];

    /// <summary>Whether each machine has one or can start it.</summary>
    public bool IsEverywhere { get; init; } = true;

    /// <summary>Its driver.</summary>
    public IPlatform Driver => Platforms.Of(new Connection { Name = "Db", Platform = Platform })!;
}
