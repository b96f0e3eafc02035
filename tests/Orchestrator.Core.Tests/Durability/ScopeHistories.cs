using System.Collections.Immutable;
using Orchestrator.Core.Durability;

namespace Orchestrator.Core.Tests.Durability;

/// <summary>
/// One database, and the runs of two ledgers that relax and leave it, in every order and dying anywhere.
/// </summary>
internal sealed record ScopeHistories
{
    private const int StepsMax = 4;

    /// <summary>The setting as it is.</summary>
    public required string Setting { get; init; }

    /// <summary>What happened.</summary>
    public string Story { get; init; } = "";

    private ImmutableList<ScopeHolder> Rows { get; init; } = [];

    /// <summary>What the ledgers have as open, each with its run dead or at work.</summary>
    private ImmutableList<LeavingScope> Open { get; init; } = [];

    private int Runs { get; init; }

    /// <summary>All of them, each cleaned up at its end.</summary>
    public static IEnumerable<ScopeHistories> All(string found, string relaxed) =>
        After(new ScopeHistories { Setting = found }, relaxed, StepsMax).Select(history => history.CleanedUp());

    public override string ToString() => $"'{Setting}' after{Story}";

    private static IEnumerable<ScopeHistories> After(ScopeHistories history, string relaxed, int steps) =>
        steps == 0 ? [history] : history.Next(relaxed).SelectMany(next => After(next, relaxed, steps - 1))
            .Prepend(history);

    private IEnumerable<ScopeHistories> Next(string relaxed)
    {
        foreach (var ledger in new[] { "a", "b" })
        {
            foreach (var died in new[] { "", "intent", "claim", "change" })
            {
                yield return Enter(ledger, relaxed, died);
            }
        }

        foreach (var scope in Open.Where(scope => Rows.Exists(row => scope.Is(row) && row.IsAlive)))
        {
            yield return Died(scope);
            foreach (var died in new[] { "", "restore", "release" })
            {
                yield return Leave(scope, died);
            }
        }
    }

    private ScopeHistories Enter(string ledger, string relaxed, string died)
    {
        // A run first cleans up behind the dead ones of its own ledger.
        var begun = died == "intent" ? this : Open.Where(scope => scope.Ledger == ledger && !IsAlive(scope))
            .Aggregate(this, (history, dead) => history.Leave(dead, ""));
        var entry = EnteringScope.Decide(begun.Setting, relaxed, begun.Rows);
        if (entry.Refusal is not null)
        {
            return begun with { Story = $"{begun.Story}, {ledger} is refused" };
        }

        var run = Runs + 1;
        var scope = new LeavingScope(ledger, run, entry.Found, relaxed, HasChanged: died.Length == 0);
        return begun with
        {
            Runs = run,
            Story = $"{begun.Story}, {ledger}{run} enters{(died.Length > 0 ? $" and dies after its {died}" : "")}",
            Open = begun.Open.Add(scope),
            Rows = died == "intent" ? begun.Rows
                : (died == "claim" ? begun.Rows : begun.Rows.RemoveAll(entry.Inherited.Contains))
                    .Insert(0, new ScopeHolder(ledger, run, entry.Found, IsAlive: died.Length == 0)),
            Setting = died is "" or "change" && entry.Changes ? relaxed : begun.Setting,
        };
    }

    private ScopeHistories Leave(LeavingScope scope, string died)
    {
        var exit = ScopeExit.Decide(scope, Setting, Rows);
        var restored = this with
        {
            Story = $"{Story}, {scope.Ledger}{scope.Run} is left{(died.Length > 0 ? $" but for its {died}" : "")}",
            Setting = died == "restore" ? Setting : exit.Restore ?? Setting,
        };
        return died switch
        {
            "restore" or "release" => restored.Died(scope),
            _ => restored with
            {
                Rows = Rows.RemoveAll(exit.Released.Contains),
                Open = Open.Remove(scope),
            },
        };
    }

    private ScopeHistories Died(LeavingScope scope) => this with
    {
        Story = $"{Story}, {scope.Ledger}{scope.Run} dies",
        Rows = [.. Rows.Select(row => scope.Is(row) ? row with { IsAlive = false } : row)],
    };

    private ScopeHistories CleanedUp()
    {
        var living = Open.Where(IsAlive).Aggregate(this, (history, scope) => history.Leave(scope, ""));
        return living.Open.Aggregate(living, (history, scope) => history.Leave(scope, ""));
    }

    private bool IsAlive(LeavingScope scope) => Rows.Exists(row => scope.Is(row) && row.IsAlive);
}
