using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Cli.Solutions;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Compare;

/// <summary>`compare parity [SIDE]`: the comparisons that the solution declares, as a report that people sign off.
/// </summary>
internal static class CompareParity
{
    /// <summary>Where the report goes.</summary>
    public static Option<string> Target { get; } = CommonOptions.Text(
        "--file", "FILE", "parity: where to write the report, with a .json beside it [default: "
            + ".orchestrator/parity/parity.html]");

    public static int Run(Call call, string? side)
    {
        var limits = CompareData.LimitsOf(call);
        if (CallSolution.Solution(call) is not { } solution)
        {
            return ExitCode.Usage;
        }

        var entries = Chosen(solution, side);
        var file = ParityFile.Of(call);
        try
        {
            var all = new List<ComparedEntry>();
            foreach (var entry in entries)
            {
                all.Add(ComparedEntry.Of(call, solution, entry, limits));
                call.Say(Progress(all[^1]));
            }

            var report = new ParityOutcome(solution, [.. all], call.Host.Time.GetUtcNow());
            var written = ParityFile.Write(call, file, report);
            call.Write(() => report.Document(call.Host.Secrets), () => report.Lines().Concat(
                written is null ? Array.Empty<Line>() : [written]));
            return written is null ? ExitCode.Unreachable : report.ExitCode;
        }
        catch (OperationCanceledException)
        {
            return ExitCode.Interrupted;
        }
    }

    private static Line Progress(ComparedEntry compared) => new(
        $"{compared.Entry.Old} and {compared.Entry.New}: {ParityOutcome.State(compared)}", Ink.Dim);

    private static ParityEntry[] Chosen(Solution solution, string? side)
    {
        if (solution.Parity.Count == 0)
        {
            throw new UsageException("the solution declares no comparison",
                "write `parity: [{old: Old:dbo.customer, new: New:customer}]` in solution.yaml, or see "
                + "`orchestrator compare data`");
        }

        var chosen = solution.Parity.Where(entry => side is null || entry.Old == side || entry.New == side).ToArray();
        var sides = solution.Parity.SelectMany(entry => new[] { entry.Old, entry.New });
        return chosen.Length > 0 ? chosen : throw new UsageException(
            $"no comparison of the solution has the side '{side}'", NearName.Hint(side!, sides));
    }
}
