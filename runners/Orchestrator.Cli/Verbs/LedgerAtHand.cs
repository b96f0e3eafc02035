using Orchestrator.Cli.Grammar;
using Orchestrator.Engine;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Verbs;

/// <summary>The ledger that a call reads: the one it names, or the solution's own.</summary>
internal static class LedgerAtHand
{
    /// <exception cref="UsageException">What `-C` names is no folder.</exception>
    public static LedgerLocation Location(Call call) => call.LedgerPath is { } file
        ? new LedgerLocation(file)
        : LedgerLocation.OfSolution(SolutionAtHand.Folder(call));

    /// <summary>Opens it; null where nothing has run yet.</summary>
    /// <exception cref="LedgerException">The file that was named does not exist.</exception>
    public static LedgerReader? Open(Call call) => LedgerReader.Open(Location(call), call.Host.Time)
        ?? (call.LedgerPath is { } file ? throw Missing(file) : null);

    private static LedgerException Missing(string file) => new(LedgerCodes.CannotOpen,
        Directory.Exists(file) ? $"{file} is a folder, no ledger" : $"there is no ledger {file}");

    /// <summary>The run of that name in the environment that the call names.</summary>
    /// <exception cref="UsageException">There is none.</exception>
    public static RunRecord Find(LedgerReader reader, string name, string? environment)
    {
        try
        {
            return reader.Find(name, environment);
        }
        catch (LedgerException missing) when (missing.Code == LedgerCodes.NoSuchRun)
        {
            throw new UsageException(missing.Message);
        }
    }

    /// <summary>Median durations of past successes by the index of the package; empty without history.</summary>
    public static IReadOnlyDictionary<int, TimeSpan> Expected(Call call, Plan plan)
    {
        var location = Location(call);
        using var reader = File.Exists(location.File) ? LedgerReader.Open(location, call.Host.Time) : null;
        var medians = reader?.MedianDurations(plan.Environment) ?? new Dictionary<string, TimeSpan>();
        return plan.Nodes.Where(node => node.Kind == NodeKind.Package && medians.ContainsKey(node.Name))
            .ToDictionary(node => node.Index, node => medians[node.Name]);
    }
}
