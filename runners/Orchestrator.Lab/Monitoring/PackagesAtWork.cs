using Orchestrator.Data;
using Orchestrator.Ledger;

namespace Orchestrator.Lab.Monitoring;

/// <summary>A package of a run that was at work.</summary>
/// <param name="Run">Number of the run.</param>
/// <param name="Package">Name of the package.</param>
/// <param name="IsToldBySession">
/// Whether it ran the statement itself, as its session says; else it was at work at that time.
/// </param>
public sealed record PackageAtWork(long Run, string Package, bool IsToldBySession);

/// <summary>
/// Finds in the ledger which packages were at work while the plan of a statement changed: exactly the ones whose
/// sessions ran it, where they have said so, else all whose attempts overlap that time.
/// </summary>
public sealed class PackagesAtWork(LedgerReader ledger)
{
    private const int RunsOfPage = 20;

    private readonly Dictionary<long, List<(string Package, DateTimeOffset From, DateTimeOffset To)>> _known = [];
    private readonly Dictionary<string, List<RunRecord>> _runs = new(StringComparer.Ordinal);

    // What names of sessions of this ledger have behind the number of the run; none where nothing has run yet.
    private readonly string _mark =
        ledger.Count == 0 ? "" : SessionName.Of(0, ledger.Identity)["orchestrator 0".Length..];

    /// <summary>Those that were at work when it began.</summary>
    public IReadOnlyList<PackageAtWork> Of(SightingRecord sighting)
    {
        var told = sighting.Sessions.Select(Told).OfType<PackageAtWork>().Distinct().ToList();
        return told.Count > 0 ? told
            : Between(sighting.Environment, sighting.Before?.Last ?? sighting.First, sighting.First);
    }

    /// <summary>The package that a session names: `orchestrator 482@1a2b3c4d Staging/customer`; the server may have
    /// cut it.</summary>
    private PackageAtWork? Told(string session)
    {
        var parts = session.Split(' ', 3);
        if (_mark.Length == 0 || parts is not ["orchestrator", var run, var what]
            || !run.EndsWith(_mark, StringComparison.Ordinal) || !long.TryParse(run[..^_mark.Length], out var number))
        {
            return null;
        }

        var names = Attempts(number).Select(one => one.Package).Distinct(StringComparer.Ordinal).ToList();
        return names.Contains(what) ? new PackageAtWork(number, what, true)
            : names.Where(name => name.StartsWith(what, StringComparison.Ordinal)).ToArray() is [var only]
                ? new PackageAtWork(number, only, true)
            : null;
    }

    private IReadOnlyList<PackageAtWork> Between(string environment, DateTimeOffset from, DateTimeOffset to) =>
        [.. RunsOf(environment, from).Where(run => run.Started <= to && (run.Ended ?? to) >= from)
            .SelectMany(run => Attempts(run.Number)
                .Where(one => one.From <= to && one.To >= from)
                .Select(one => new PackageAtWork(run.Number, one.Package, false)))
            .Distinct().OrderBy(one => one.Run).ThenBy(one => one.Package, StringComparer.Ordinal)];

    /// <summary>The runs of an environment that were on at a moment or began later.</summary>
    private List<RunRecord> RunsOf(string environment, DateTimeOffset from)
    {
        if (!_runs.TryGetValue(environment, out var found))
        {
            _runs[environment] = found = [];
        }

        // Newest first: of several batches an older one may end later, so that a page more is read than is needed.
        IReadOnlyList<RunRecord> page;
        while ((found.Count == 0 || found[^1].Started >= from)
            && (page = ledger.Runs(environment: environment, limit: RunsOfPage, skip: found.Count)).Count > 0)
        {
            found.AddRange(page);
        }

        return found;
    }

    private List<(string Package, DateTimeOffset From, DateTimeOffset To)> Attempts(long run)
    {
        if (!_known.TryGetValue(run, out var attempts))
        {
            var names = ledger.Nodes(run).ToDictionary(node => node.Node, node => node.Name);
            _known[run] = attempts = [.. ledger.Attempts(run).Where(one => names.ContainsKey(one.Node))
                .Select(one => (names[one.Node], one.Started, one.Ended ?? DateTimeOffset.MaxValue))];
        }

        return attempts;
    }
}
