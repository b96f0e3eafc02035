using System.Diagnostics;
using Orchestrator.Dataflow;

namespace Orchestrator.Lab.Bench;

/// <summary>One way in which rows are made and sent.</summary>
/// <param name="Name">Its name in options.</param>
/// <param name="Says">What its rows are.</param>
internal abstract record RowKind(string Name, string Says)
{
    /// <summary>Moves rows and looks whether each came through.</summary>
    /// <param name="links">The case.</param>
    /// <param name="allRows">Rows over all links together.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <exception cref="WrongChecksumException">What came through is not what was sent.</exception>
    public abstract LinkFigure Run(LinkCase links, long allRows, CancellationToken cancellation);
}

/// <param name="Name">Its name in options.</param>
/// <param name="Says">What its rows are.</param>
/// <param name="Source">A source of so many rows. It stores each of them into the buffers of its link.</param>
/// <param name="Sum">The sum of the values of some rows, each of which it loads.</param>
/// <param name="SumOfAll">What the values of all rows of such a source come to.</param>
internal sealed record RowKind<T>(string Name, string Says, Func<Flow, string, long, Output<T>> Source,
    Func<ReadOnlySpan<T>, ulong> Sum, Func<long, ulong> SumOfAll) : RowKind(Name, Says)
{
    public override LinkFigure Run(LinkCase links, long allRows, CancellationToken cancellation)
    {
        var rows = links.RowsPerSource(allRows);
        var flow = new Flow();
        var targets = Enumerable.Range(0, links.Sources).Select(i => Chain(flow, i, rows, links.Links)).ToArray();

        // What earlier cases and the making of this one left is not to be cleared away while it is measured.
        GC.Collect();
        var begun = Stopwatch.GetTimestamp();
        flow.Run(cancellation).ThrowOnFailure();
        var took = Stopwatch.GetElapsedTime(begun);

        foreach (var target in targets)
        {
            target.Check(rows, SumOfAll(rows));
        }

        return new LinkFigure(links, rows * links.TotalLinks, took);
    }

    private SumTarget<T> Chain(Flow flow, int number, long rows, int links)
    {
        var output = Source(flow, $"source {number}", rows);
        for (var i = 1; i < links; i++)
        {
            output = output.Multicast($"transform {number}-{i}", 1)[0];
        }

        return new SumTarget<T>(output, $"target {number}", Sum);
    }
}
