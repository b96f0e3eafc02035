namespace Orchestrator.Lab.Bench;

/// <summary>Sources side by side, each with a chain of links behind it: transforms, and a target at its end.</summary>
/// <param name="Sources">Sources.</param>
/// <param name="Links">Links behind each source, one more than it has transforms.</param>
internal sealed record LinkCase(int Sources, int Links)
{
    /// <summary>The 20 cases of the published benchmark: many sources, many transforms, and both.</summary>
    public static IReadOnlyList<LinkCase> All { get; } =
    [
        new(1, 1), new(2, 1), new(3, 1), new(4, 1), new(16, 1), new(64, 1), new(256, 1), new(1024, 1),
        new(1, 2), new(1, 3), new(1, 4), new(1, 16), new(1, 64), new(1, 256), new(1, 1024),
        new(2, 2), new(4, 4), new(8, 8), new(16, 16), new(32, 32),
    ];

    public int Workers => Sources * (1 + Links);

    public int TotalLinks => Sources * Links;

    /// <summary>Rows that each source sends, so that over all links together there are at least so many.</summary>
    public long RowsPerSource(long allRows) => (allRows + TotalLinks - 1) / TotalLinks;
}
