using Orchestrator.Ledger;
using Orchestrator.Metadata.Compile;
using Orchestrator.Report;
using Orchestrator.Report.Figures;

namespace Orchestrator.Service.Reading;

/// <summary>A run with all its numbers, as the report has them.</summary>
internal sealed record RunReading(RunDigest Digest, RunFigures Figures)
{
    /// <summary>The run that continued it; null = none did.</summary>
    public long? ContinuedBy { get; init; }

    /// <summary>What the parts of the report ask for.</summary>
    public object[] Parts => [Figures, new TimeAxis(Figures.Facts.Run.Started, Figures.End)];

    public IReadOnlyList<WarningRecord> WarningsOf(AttemptRecord attempt) =>
        [.. Figures.Facts.Warnings.Where(warning => warning.AttemptId == attempt.Id)];
}

/// <summary>Reads runs with all that the ledger knows of them; keeps the last few that have ended.</summary>
internal sealed class RunReader(ServiceOptions options, Digests digests)
{
    private const int KeptMax = 3;

    private readonly RecentRuns<RunReading> _kept = new(KeptMax);

    /// <summary>Null = there is no such run in the environment.</summary>
    public RunReading? Of(LedgerReader reader, long number) =>
        reader.Run(number) is { } run && run.Environment == options.Environment
            // Asked each time: nothing of the run itself changes when another one continues it.
            ? _kept.Of(reader, run, Make) with { ContinuedBy = reader.ContinuedBy(number) } : null;

    private RunReading Make(LedgerReader reader, RunRecord run)
    {
        var digest = digests.Of(reader, run);
        var facts = reader.Facts(run.Number);
        return new RunReading(digest, new RunFigures(facts, new ReportOptions
        {
            Before = Before(facts),
            NextCommand = digest.NextCommand,
            WrittenAt = options.Time.GetUtcNow(),
            Version = options.Version,
            LedgerVersion = LedgerStatus.KnownVersion,
            Line = options.Outside.Line,
            Block = options.Outside.Block,
        }));
    }

    // The plan of a later version may say what this one cannot read: then nobody is known to have waited for anybody.
    private static IReadOnlyList<IReadOnlyList<int>> Before(RunFacts facts)
    {
        try
        {
            return StoredOrder.Of(PlanJson.Read(facts.PlanJson));
        }
        catch (FormatException)
        {
            return [.. facts.Nodes.Select(_ => Array.Empty<int>())];
        }
    }
}
