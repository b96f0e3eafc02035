namespace Orchestrator.Lab.Bench;

/// <summary>What one case took.</summary>
/// <param name="Case">The case.</param>
/// <param name="Rows">Rows over all its links together.</param>
/// <param name="Took">From the start of its threads to the end of the last.</param>
internal sealed record LinkFigure(LinkCase Case, long Rows, TimeSpan Took)
{
    public const string Heads = "AggregateLinkRows, Workers, Sources, DownstreamLinksPerSource, TotalLinks, "
        + "Duration (s), AggregateLinkThroughput (Million Rows/s)";

    public double MillionRowsPerSecond => Rows / Took.TotalSeconds / 1e6;

    /// <summary>Its line under <see cref="Heads"/>, laid out as the published ones.</summary>
    public override string ToString() =>
        $"{Rows,11},{Case.Workers,7},{Case.Sources,7},{Case.Links,7},{Case.TotalLinks,7},"
        + $"{Took.TotalSeconds,8:0.000},{MillionRowsPerSecond,10:0.00}";
}
