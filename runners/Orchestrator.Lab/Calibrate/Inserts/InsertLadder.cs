using Orchestrator.Data;

namespace Orchestrator.Lab.Calibrate.Inserts;

/// <summary>
/// The order in which ways of inserting are tried: one writer row by row, more and more writers until it gets worse,
/// then more and more rows in a statement with the best number of writers, then the bulk path of the engine with more
/// and more writers. Pure: somebody else measures.
/// </summary>
public sealed class InsertLadder
{
    /// <summary>Rows of one statement; those of one row are the row by row steps.</summary>
    public static readonly IReadOnlyList<int> StatementRows = [10, 100, 1_000];

    /// <summary>Rows of arrays: nothing but memory limits them.</summary>
    public const int ArrayRows = 10_000;

    /// <summary>How often more the steps are measured that decide about the bulk path.</summary>
    public const int Repeats = 2;

    /// <summary>Rows of one commit that are tried beside a single commit.</summary>
    public const long CommitRows = 10_000;

    private readonly Dialect _dialect;
    private readonly LadderTerms _terms;
    private readonly KneeTerms _series;
    private readonly Func<Rung, RungMeasure?> _measure;
    private readonly List<RungMeasure> _rungs = [];

    /// <summary>A ladder.</summary>
    /// <param name="dialect">What the platform has.</param>
    /// <param name="terms">How far it goes.</param>
    /// <param name="measure">Measures a step; null = nothing more is to be measured.</param>
    public InsertLadder(Dialect dialect, LadderTerms terms, Func<Rung, RungMeasure?> measure)
    {
        (_dialect, _terms, _measure) = (dialect, terms, measure);
        _series = new KneeTerms { Most = terms.WritersMax, Refines = false };
    }

    /// <summary>All steps that it may come to, for showing what would be done.</summary>
    public static IReadOnlyList<Rung> Steps(Dialect dialect, LadderTerms terms) =>
    [
        .. Doubled(terms.WritersMax).Select(writers => new Rung(RungKind.Rows, writers, 1)),
        .. Statements(dialect, terms, terms.WritersMax),
        .. Doubled(terms.WritersMax).Select(InBulk),
        Parted,
    ];

    /// <summary>Climbs it.</summary>
    /// <returns>What was measured, in order, and whether all of it was.</returns>
    public LadderResult Climb()
    {
        Knee? bulk = null;
        var isWhole = TrySeries(writers => new Rung(RungKind.Rows, writers, 1), out var rows)
            && Statements(_dialect, _terms, rows!.At.Size).All(Try)
            && TrySeries(InBulk, out bulk)
            && Try(Parted);
        return new LadderResult(_rungs, rows?.At.Size, bulk?.At.Size, isWhole)
        {
            Again = isWhole ? [.. Repeated()] : [],
        };
    }

    /// <summary>The same rows as the first step in bulk, with commits in between.</summary>
    private static Rung Parted => new(RungKind.Bulk, 1, 0, CommitRows);

    private static Rung InBulk(int writers) => new(RungKind.Bulk, writers, 0);

    private static IEnumerable<int> Doubled(int most) =>
        Enumerable.Range(0, 31).Select(power => 1 << power).Where(size => size < most).Append(most);

    // A statement of more rows than a step may have would be none.
    private static IEnumerable<Rung> Statements(Dialect dialect, LadderTerms terms, int writers) =>
    [
        .. StatementRows.Where(count => count <= terms.RowsMax)
            .Select(count => new Rung(RungKind.Values, writers, count)),
        .. dialect.ArraysRefusal is null
            ? [new Rung(RungKind.Arrays, writers, (int)Math.Min(ArrayRows, terms.RowsMax))] : Array.Empty<Rung>(),
    ];

    private bool TrySeries(Func<int, Rung> rungOf, out Knee? knee)
    {
        var search = new KneeSearch(_series);
        var isWhole = true;
        while (isWhole && search.Next() is { } writers)
        {
            isWhole = Try(rungOf(writers));
            if (isWhole)
            {
                search.Add(writers, _rungs[^1].RowsPerSecond);
            }
        }

        knee = search.Found;
        return isWhole;
    }

    // In turns, so that what happens to the server meanwhile happens to both.
    private IEnumerable<RungMeasure> Repeated()
    {
        foreach (var rung in Enumerable.Repeat<Rung[]>([InBulk(1), Parted], Repeats).SelectMany(both => both))
        {
            if (_measure(rung) is not { } measured)
            {
                yield break;
            }

            yield return measured;
        }
    }

    private bool Try(Rung rung)
    {
        if (_measure(rung) is not { } measured)
        {
            return false;
        }

        _rungs.Add(measured);
        return true;
    }
}

/// <summary>What a ladder came to.</summary>
/// <param name="Rungs">What was measured, in order.</param>
/// <param name="Writers">The knee of the writers that insert row by row; null = it was not come to.</param>
/// <param name="BulkWriters">The knee of those on the bulk path; null = it was not come to.</param>
/// <param name="IsWhole">Whether nothing was left out for want of time, or because somebody asked to stop.</param>
public sealed record LadderResult(
    IReadOnlyList<RungMeasure> Rungs, int? Writers, int? BulkWriters, bool IsWhole)
{
    /// <summary>The steps of one writer in bulk, measured again; empty = they were not.</summary>
    public IReadOnlyList<RungMeasure> Again { get; init; } = [];

    /// <summary>All speeds of a step.</summary>
    public MeasuredSize SpeedsOf(Rung rung) => new(rung.Writers,
        [.. Rungs.Concat(Again).Where(one => one.Rung == rung).Select(one => one.RowsPerSecond)]);

    /// <summary>By what share measures of one and the same step differ; 0 = none was measured twice.</summary>
    public double Noise => Again.Select(one => one.Rung).Distinct().Select(SpeedsOf)
        .Select(size => size.Speed > 0 ? (size.Speeds.Max() - size.Speeds.Min()) / size.Speed : 0)
        .DefaultIfEmpty().Max();

    /// <summary>The fastest step.</summary>
    public RungMeasure? Top => Rungs.MaxBy(rung => rung.RowsPerSecond);

    /// <summary>Whether a step is the knee of its series.</summary>
    public bool IsKnee(Rung rung) => rung.Kind switch
    {
        RungKind.Rows => rung.Writers == Writers,
        RungKind.Bulk => rung.CommitRows is null && rung.Writers == BulkWriters,
        _ => false,
    };
}
