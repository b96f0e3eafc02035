using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;

namespace Orchestrator.Metadata.Model;

/// <summary>Kind check: what must hold; what is null or empty is not asked.</summary>
public sealed record CheckRules : KindOptions
{
    /// <summary>The keys of which a check needs one.</summary>
    public static IReadOnlyList<string> Keys => [.. CheckKeys.Section.Keys.Select(key => key.Name)];

    /// <summary>Comparison of the number of rows, as written: ">0", "= 12", "100..200".</summary>
    public string? RowCount { get; init; }

    /// <summary>Columns whose values together must be unique.</summary>
    public IReadOnlyList<string> Unique { get; init; } = [];

    /// <summary>Columns that must not hold NULL.</summary>
    public IReadOnlyList<string> NotNull { get; init; } = [];

    /// <summary>A query that must return nothing.</summary>
    public SqlText? ReturnsNothing { get; init; }

    /// <summary>Where each of the columns is named.</summary>
    public IReadOnlyDictionary<string, Origin> Places { get; init; } = new Dictionary<string, Origin>();

    /// <summary>The columns that it names, each as often as it does.</summary>
    public IEnumerable<string> Columns => CheckKeys.ColumnsOf(this);

    /// <summary>Whether nothing must hold.</summary>
    public bool AsksNothing => CheckKeys.Section.IsStandard(this);

    /// <inheritdoc />
    public override KindOptions FilledBy(IRunTexts run) =>
        ReturnsNothing is { } looked ? this with { ReturnsNothing = run.Sql(looked) } : this;
}
