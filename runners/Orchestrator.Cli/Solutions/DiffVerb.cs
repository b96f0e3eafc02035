using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diff;

namespace Orchestrator.Cli.Solutions;

/// <summary>`diff [BATCH] --against GITREF|RUN`: what would run differently than it did there.</summary>
internal static class DiffVerb
{
    private const int RunDigitsMax = 9;
    private const int CommitDigitsMin = 4;

    private static readonly Argument<string?> Batch = Completions.Batch();

    private static readonly Option<string> Against = CommonOptions.Text(
        "--against", "GITREF|RUN", "A branch, tag or commit, or a run (482, latest) [default: HEAD]");

    public static Verb Create() => new("diff", "Compare the plan with that of a commit or run", Run)
    {
        Takes = [Batch, Against],
        Examples = ["diff", "diff --against main", "diff Nightly --against latest"],
    };

    private static int Run(Call call)
    {
        if (CallSolution.Batch(call, call.Argument(Batch)) is not { } batch)
        {
            return ExitCode.Usage;
        }

        var against = call.Text(Against).Value ?? "HEAD";
        var earlier = Earlier(call, batch, against);
        var diff = PlanDiff.Compare(earlier, batch.Document);
        call.Write(
            () => DiffScreen.Document(batch.Plan.Batch, against, diff),
            () => DiffScreen.Lines(batch.Plan.Batch, against, diff));
        return ExitCode.Done;
    }

    /// <summary>The plan there: of a run where it may be one, else of a commit.</summary>
    private static PlanContent Earlier(Call call, CompiledBatch batch, string against)
    {
        if (!IsRun(against))
        {
            return SolutionInGit.Plan(call, against, batch.Plan.Batch);
        }

        try
        {
            return PlanOfRun(call, batch, against);
        }
        catch (UsageException) when (against.Length >= CommitDigitsMin && char.IsAsciiDigit(against[0])
            && Commit(call, batch, against) is not null)
        {
            return Commit(call, batch, against)!;
        }
    }

    private static PlanContent? Commit(Call call, CompiledBatch batch, string against)
    {
        try
        {
            return SolutionInGit.Plan(call, against, batch.Plan.Batch);
        }
        catch (UsageException)
        {
            return null;
        }
    }

    /// <summary>Few digits are a run first; where there is none of that number they may abbreviate a commit.</summary>
    private static bool IsRun(string against) =>
        (against.Length is > 0 and <= RunDigitsMax && against.All(char.IsAsciiDigit))
        || against == "latest" || against.StartsWith("latest~", StringComparison.Ordinal);

    private static PlanContent PlanOfRun(Call call, CompiledBatch batch, string name)
    {
        using var reader = CallLedger.OpenNamed(call)
            ?? throw new UsageException($"there is no run '{name}': nothing has run yet");
        var run = Find(reader, batch, name);
        var json = reader.PlanJson(run.PlanHash)
            ?? throw new UsageException($"the ledger does not hold the plan of run {run.Number}");
        try
        {
            return PlanJson.Read(json);
        }
        catch (FormatException refused)
        {
            throw new UsageException(refused.Message);
        }
    }

    private static RunRecord Find(LedgerReader reader, CompiledBatch batch, string name)
    {
        if (name == "latest" && reader.Runs(batch.Plan.Batch, batch.Plan.Environment, limit: 1) is [var newest])
        {
            return newest;
        }

        return CallLedger.Find(reader, name, batch.Plan.Environment);
    }
}
