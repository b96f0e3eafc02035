using Orchestrator.Ledger;
using Orchestrator.Runner.Composition;

namespace Orchestrator.Runner;

/// <summary>What a run that has ended says of itself: completes its artifacts, and sums up.</summary>
internal sealed class RunEnding(RunParts parts)
{
    private readonly RunBasis _basis = parts.Basis;

    /// <summary>Completes the artifacts, and tells log and observer.</summary>
    /// <param name="header">The run.</param>
    /// <param name="bug">Whether our own machinery failed.</param>
    public RunSummary SumUp(RunHeader header, bool bug)
    {
        using var reader = Open();
        var facts = reader.Facts(header.Run);
        var summary = RunSummaries.Of(header, facts, _basis.Request.Plan, _basis.Request.Stop.ExitCode);
        summary = summary with
        {
            ExitCode = bug ? ExitCode.OwnBug : summary.ExitCode,
            LedgerCommits = _basis.Ledger.Commits,
            Warnings = [.. summary.Warnings, .. parts.Warnings.Select(text => new PackageWarning("", text))],
        };
        // Before the others, of which the last tells that none is missing.
        summary = summary with { Report = parts.Artifacts.WriteReport(facts) };
        summary = WithLostLines(WithArtifacts(summary, header, facts));
        parts.Notifier.Finished(summary);
        return summary;
    }

    /// <summary>What is said where the ledger was lost: what it does not know is in the log.</summary>
    public RunLost Lost(RunHeader header, Exception lost)
    {
        var code = (lost as LedgerException)?.Code ?? LedgerCodes.WriteFailed;
        parts.Log.Error($"{code} the ledger was lost while the run was at work: {lost}");
        return new RunLost(header, code, parts.Outside.Block(lost.Message),
            [.. parts.Durability.Leave().Select(parts.Outside.Block)]);
    }

    private LedgerReader Open() => LedgerReader.Open(_basis.Location, _basis.Request.Time)
        ?? throw new LedgerException(
            LedgerCodes.WriteFailed, $"The ledger '{_basis.Location.Name}' was removed while the run was at work.");

    private RunSummary WithArtifacts(RunSummary summary, RunHeader header, RunFacts facts)
    {
        if (parts.Artifacts.Finish(facts) is not { } text)
        {
            return summary;
        }

        parts.Log.Error(text);
        return summary with
        {
            // Its artifacts are missing, whatever became of its rows.
            ExitCode = Math.Max(summary.ExitCode, ExitCode.Failed),
            NextCommand = $"retry {header.Run}",
            Warnings = [.. summary.Warnings, new PackageWarning("", parts.Outside.Line(text))],
        };
    }

    private RunSummary WithLostLines(RunSummary summary) => parts.Log.Lost is not { } lost ? summary : summary with
    {
        Warnings =
        [
            .. summary.Warnings,
            new PackageWarning("", parts.Outside.Line($"lines of run.log are lost: {lost}")),
        ],
    };
}
