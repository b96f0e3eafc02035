using Orchestrator.Core;
using Orchestrator.Data.Evidence;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Status.Evidence;

/// <summary>What a run did and waited for, summed up from the ledger.</summary>
internal sealed record RunEvidence
{
    public required RunRecord Run { get; init; }

    /// <summary>From its beginning to its end, or to now.</summary>
    public required TimeSpan Duration { get; init; }

    /// <summary>Rows inserted or updated.</summary>
    public required long Rows { get; init; }

    /// <summary>Its packages, in the plan's order.</summary>
    public required IReadOnlyList<PackageEvidence> Packages { get; init; }

    /// <summary>The databases that were looked at.</summary>
    public required IReadOnlyList<DatabaseEvidence> Databases { get; init; }

    /// <summary>The connections whose durability was relaxed.</summary>
    public required IReadOnlyList<string> Relaxed { get; init; }

    /// <summary>What was waited for: of the databases, and where none was looked at, of the packages.</summary>
    public IReadOnlyList<ServerWait> Waits => Merged(Databases.SelectMany(database => database.Waits) is var seen
        && seen.Any() ? seen : Packages.SelectMany(package => package.Waits));

    /// <summary>Transactions committed; null = not known.</summary>
    public long? Commits => Sum(Databases.Select(database => database.Total?.Commits))
        ?? Sum(Packages.Select(package => package.Commits));

    /// <summary>Times that the log was brought to disk; null = not known.</summary>
    public long? Flushes => Sum(Databases.Select(database => database.Total?.Flushes));

    /// <summary>Transactions in a second; null = not known.</summary>
    public double? CommitsPerSecond =>
        Duration > TimeSpan.Zero && Commits is { } commits ? commits / Duration.TotalSeconds : null;

    /// <summary>Flushes for each row that was written; null = not known.</summary>
    public double? FlushesPerRow => Rows > 0 && Flushes is { } flushes ? (double)flushes / Rows : null;

    /// <summary>Time waited for the log, of all sessions together; null where no wait is known.</summary>
    public TimeSpan? LogWaits => Waits.Count == 0 ? null : Waits.Where(wait => wait.Class == WaitClass.LogWrite)
        .Aggregate(TimeSpan.Zero, (sum, wait) => sum + wait.Duration);

    /// <summary>What was waited for longest; work is no wait. Null = nothing is known.</summary>
    public ServerWait? TopWait => Waits.FirstOrDefault(wait => wait.Class != WaitClass.Cpu);

    /// <summary>What is not known and why.</summary>
    public IEnumerable<string> Missing => Databases
        .SelectMany(database => database.Missing.Select(text => $"{database.Connection}: {text}"))
        .Concat(Packages.SelectMany(package => package.Missing).Distinct()).Distinct();

    public static RunEvidence Read(LedgerReader reader, RunRecord run, DateTimeOffset now) =>
        reader.AtOneMoment(ledger =>
        {
            var attempts = ledger.Attempts(run.Number);
            return new RunEvidence
            {
                Run = run,
                Duration = (run.Ended ?? now) - run.Started,
                Rows = attempts.Sum(attempt => attempt.Counts.Inserted + attempt.Counts.Updated),
                Packages = PackagesOf(ledger, run.Number, attempts),
                Databases = ledger.DatabaseEvidence(run.Number),
                Relaxed = [.. ledger.Scopes(run.Number).Where(scope => scope.Changed is not null)
                    .Select(scope => scope.Connection).Distinct().Order(StringComparer.Ordinal)],
            };
        });

    /// <summary>The place of a wait among those of this run, from 1; null = nobody waited for it.</summary>
    public (TimeSpan Duration, int Rank)? Of(string wait)
    {
        var named = Waits.Where(one => one.Class != WaitClass.Cpu).ToList();
        var at = named.FindIndex(one => one.Name == wait);
        return at < 0 ? null : (named[at].Duration, at + 1);
    }

    private static IReadOnlyList<PackageEvidence> PackagesOf(
        LedgerReader ledger, long run, IReadOnlyList<AttemptRecord> attempts)
    {
        var evidence = ledger.AttemptEvidence(run).ToLookup(one => one.Node, one => one.Evidence);
        var packages = ledger.Nodes(run).Where(node => node is { Kind: NodeKind.Package, IsTemplate: false });
        return [.. packages.Select(node => new PackageEvidence(
            node.Name, node.State,
            attempts.Where(one => one.Node == node.Node).Aggregate(TimeSpan.Zero, (sum, one) => sum + one.Working),
            Sum(evidence[node.Node].Select(one => (long?)one.Commits)),
            Sum(evidence[node.Node].Select(one => one.LogTime)),
            Merged(evidence[node.Node].SelectMany(one => one.Waits)),
            [.. evidence[node.Node].SelectMany(one => one.Missing).Distinct()]))];
    }

    private static IReadOnlyList<ServerWait> Merged(IEnumerable<ServerWait> waits)
    {
        var totals = new WaitTotals();
        foreach (var wait in waits)
        {
            totals.Add(wait);
        }

        return totals.All;
    }

    // A sum of which a part is not known is not known.
    private static long? Sum(IEnumerable<long?> parts) =>
        parts.ToArray() is { Length: > 0 } all && all.All(part => part is not null) ? all.Sum() : null;

    private static TimeSpan? Sum(IEnumerable<TimeSpan?> parts) =>
        Sum(parts.Select(part => part?.Ticks)) is { } ticks ? TimeSpan.FromTicks(ticks) : null;
}
