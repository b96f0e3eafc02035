using Orchestrator.Ledger;
using Orchestrator.Ledger.Tokens;
using Orchestrator.Packages;
using Orchestrator.Report.Figures;
using Orchestrator.Runner.Targets;
using Orchestrator.Service.Security;

namespace Orchestrator.Service.Reading;

/// <summary>
/// What an attempt of a package rejected: how many rows, from the ledger; why and which, from the error table beside
/// its target. Texts have passed the gate.
/// </summary>
internal sealed record RejectReading
{
    public required long Run { get; init; }

    public required string Package { get; init; }

    /// <summary>The newest attempt of the package in that run that rejected any row; null = none did.</summary>
    public required AttemptRecord? Attempt { get; init; }

    /// <summary>Where the rows are; null = the metadata in force have no such object.</summary>
    public (string Connection, string Place)? Where { get; init; }

    /// <summary>Rows by reason, the reason of most of them first; null = nobody could tell.</summary>
    public IReadOnlyList<ReasonCount>? Reasons { get; init; }

    /// <summary>The first of the rows; null = they were not asked for, or nobody could tell.</summary>
    public IReadOnlyList<KeptRow>? Values { get; init; }

    /// <summary>Why something is missing; empty = nothing is.</summary>
    public string Trouble { get; init; } = "";

    /// <summary>How many rows it rejected, as the ledger counts them.</summary>
    public long Rows => Attempt?.Counts.Rejected ?? 0;
}

/// <summary>Rows rejected for one reason.</summary>
/// <param name="Reason">Why.</param>
/// <param name="Rows">How many.</param>
/// <param name="Replayed">How many of them were loaded later.</param>
internal sealed record ReasonCount(string Reason, long Rows, long Replayed);

/// <summary>Asks error tables for what was rejected, while somebody looks.</summary>
internal sealed class RejectReader(ServiceOptions options, DatabaseQuestions questions)
{
    /// <summary>How many rows are shown.</summary>
    public const int ValuesMax = 200;

    /// <summary>Whether somebody may see what was in rows: it is data, and a viewer looks after runs.</summary>
    public static bool MaySee(Visitor? visitor) => visitor is { Role: >= TokenRole.Operator };

    /// <param name="run">The run.</param>
    /// <param name="package">The package in it.</param>
    /// <param name="withValues">Whether who asks may see what was in the rows.</param>
    /// <param name="aborted">Ends the wait.</param>
    public async Task<RejectReading> OfAsync(
        RunReading run, PackageFigures package, bool withValues, CancellationToken aborted)
    {
        var attempt = package.Attempts.LastOrDefault(each => each.Counts.Rejected > 0);
        var reading = new RejectReading
        {
            Run = run.Digest.Run.Number,
            Package = package.Name,
            Attempt = attempt,
        };
        if (attempt is null)
        {
            return reading;
        }

        return await questions.AskAsync(
            $"rejects {attempt.Id} {withValues}", over => Asked(reading, attempt.Id, withValues, over), aborted)
            ?? reading with
            {
                Trouble = $"The database has not answered for {DatabaseQuestions.Patience.TotalSeconds:0} s; it is "
                    + "asked again with the page.",
            };
    }

    private RejectReading Asked(RejectReading reading, long attempt, bool withValues, CancellationToken over)
    {
        if (options.Metadata() is not { } solution)
        {
            return reading with { Trouble = "No metadata are in force, so nobody knows where the rows are." };
        }

        var troubles = new List<string>();
        var look = new RejectedReader(solution, options.Targets(solution, over).Connections, troubles.Add, over);
        if (look.Find(reading.Package) is null)
        {
            return reading with { Trouble = "The metadata in force have no such object any more." };
        }

        var reasons = look.Counts([reading.Package]).GetValueOrDefault(reading.Package);
        var values = withValues ? look.Values(reading.Package, attempt, ValuesMax) : null;
        return reading with
        {
            Where = Gated(look.PlaceOf(reading.Package, attempt)),
            Reasons = reasons is null ? null : [.. reasons.Where(one => one.Attempt == attempt)
                .OrderByDescending(one => one.Rows).ThenBy(one => one.Reason, StringComparer.Ordinal)
                .Select(one => new ReasonCount(options.Outside.Line(one.Reason), one.Rows, one.Replayed))],
            Values = values is null ? null : [.. values.Select(Gated)],
            Trouble = options.Outside.Line(string.Join(" ", troubles.Select(each => $"{each.TrimEnd('.')}."))),
        };
    }

    private (string, string)? Gated((string Connection, string Place)? where) => where is var (connection, place)
        ? (options.Outside.Line(connection), options.Outside.Line(place)) : null;

    private KeptRow Gated(KeptRow row) => row with
    {
        File = options.Outside.Line(row.File),
        Column = options.Outside.Line(row.Column),
        Reason = options.Outside.Line(row.Reason),
        Key = options.Outside.Line(row.Key),
        Value = row.Value is null ? null : options.Outside.Line(row.Value),
    };
}
