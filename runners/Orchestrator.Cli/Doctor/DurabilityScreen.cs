using Orchestrator.Cli.Output;
using Orchestrator.Core.Durability;
using Orchestrator.Ledger;
using Orchestrator.Runner.Durability;

namespace Orchestrator.Cli.Doctor;

/// <summary>How the durability of databases stands, and what was put back.</summary>
internal static class DurabilityScreen
{
    public static IEnumerable<Line> Lines(IReadOnlyList<DatabaseDurability> databases)
    {
        string[] heads = ["connection", "now", "found", "set", "run", "since", "hardened up to", "state"];
        var rows = databases.Select(one => new[]
        {
            one.Connection, Now(one), Setting(one, one.Scope?.Found), Setting(one, one.Scope?.Set),
            one.Scope is { } scope ? $"{scope.Run}" : "", one.Scope is { } known ? Words.Moment(known.Opened) : "",
            one.Scope?.Hardened is { } at ? Words.Moment(at) : "", State(one),
        });
        return (databases.Count == 0 ? [] : Table.Lines(
                heads, rows, (row, column) => column == 7 ? Colour(databases[row]) : Ink.Plain))
            .Concat(databases.SelectMany(Notes));
    }

    public static object Document(IReadOnlyList<DatabaseDurability> databases) => new
    {
        schema_version = Json.SchemaVersion,
        databases = databases.Select(one => new
        {
            connection = one.Connection,
            platform = one.Platform,
            database = one.Database.Length == 0 ? null : one.Database,
            now = one.Now,
            unreachable = one.Unreachable,
            is_at_work = one.IsAtWork,
            not_hardened = one.NotHardened,
            scope = one.Scope is null ? null : Scope(one.Scope),
            others = one.Strangers.Select(each => new
            {
                ledger = each.Ledger,
                run = each.Run,
                found = each.Found,
                is_alive = each.IsAlive,
            }),
        }),
    };

    public static IEnumerable<Line> Lines(
        IReadOnlyList<DeadScope> done, IReadOnlyList<(DatabaseDurability Database, StrangersLeft? Left)> strangers,
        IReadOnlyList<ScopeRecord> atWork, bool isDry)
    {
        if (done.Count + strangers.Count + atWork.Count == 0)
        {
            yield return "nothing is to be put back";
        }

        foreach (var one in done)
        {
            yield return isDry
                ? $"would put back the durability of {one.Scope.Connection} ({one.Scope.Database}), which run "
                    + $"{one.Scope.Run} relaxed"
                : new Line(DeadScopeText.Of(one), one.IsWell ? Ink.Plain : Ink.Warn);
        }

        foreach (var (database, left) in strangers)
        {
            var whom = string.Join(", ", database.Strangers.Select(each => $"{each}"));
            yield return left is null
                ? $"would put back the durability of {database.Connection}, which {whom} relaxed"
                : new Line($"The durability of {database.Connection}, which {whom} relaxed: {left.Why}.",
                    left.IsDone ? Ink.Plain : Ink.Warn);
        }

        foreach (var scope in atWork)
        {
            yield return new Line($"The durability of {scope.Connection} ({scope.Database}) stays as it is: run "
                + $"{scope.Run} is at work, and puts it back at its end.", Ink.Warn);
        }
    }

    public static object Restored(
        IReadOnlyList<DeadScope> done, IReadOnlyList<(DatabaseDurability Database, StrangersLeft? Left)> strangers,
        IReadOnlyList<ScopeRecord> atWork, bool isDry) => new
        {
            schema_version = Json.SchemaVersion,
            is_done = !isDry,
            scopes = done.Select(one => new
            {
                scope = Scope(one.Scope),
                hardened = one.Judged.Count(each => each.Lost is null),
                lost = one.Judged.Count(each => each.Lost is not null),
                still_open = one.StillOpen,
            }),
            others = strangers.Select(one => new
            {
                connection = one.Database.Connection,
                is_done = one.Left?.IsDone ?? false,
                why = one.Left?.Why,
            }),
            at_work = atWork.Select(Scope),
        };

    private static object Scope(ScopeRecord scope) => new
    {
        scope = scope.Number,
        run = scope.Run,
        connection = scope.Connection,
        server = scope.Server,
        database = scope.Database,
        kind = scope.Kind,
        found = scope.Found,
        set = scope.Set,
        owner = scope.Owner,
        state = scope.State.ToString(),
        opened_at = scope.Opened,
        changed_at = scope.Changed,
        hardened_at = scope.Hardened,
        closed_at = scope.Closed,
        why = scope.Why,
    };

    private static string Now(DatabaseDurability one) => one switch
    {
        { Unreachable: not null } => "?",
        { Now: { } now } => now.Length == 0 ? "(absent)" : now,
        { Scope.Closed: null, Scope.State: ScopeState.Relaxed } => "sessions",
        _ => "",
    };

    private static string Setting(DatabaseDurability one, string? setting) =>
        one.Scope?.Kind != ScopeRecord.OfDatabase ? ""
        : setting!.Length == 0 ? "(absent)" : setting;

    private static string State(DatabaseDurability one) => one switch
    {
        { Scope: null } => "never relaxed",
        { Scope.Closed: null, IsAtWork: true } => $"{Word(one.Scope.State)}, at work",
        { Scope.Closed: null } => $"{Word(one.Scope.State)}, its run is over",
        _ => Word(one.Scope.State),
    };

    private static string Word(ScopeState state) => state switch
    {
        ScopeState.Closed => "put back",
        ScopeState.LeftAlone => "left alone",
        _ => state.ToString().ToLowerInvariant(),
    };

    private static Ink Colour(DatabaseDurability one) => one switch
    {
        { Scope: { Closed: null }, IsAtWork: false } => Ink.Bad,
        { Scope.State: ScopeState.LeftAlone or ScopeState.Refused } => Ink.Warn,
        _ => Ink.Plain,
    };

    private static IEnumerable<Line> Notes(DatabaseDurability one)
    {
        if (one.Unreachable is { } why)
        {
            yield return new Line($"  {one.Connection}: {why}", Ink.Warn);
        }

        if (one.Scope is { Why.Length: > 0 } scope)
        {
            yield return $"  {one.Connection}: {scope.Why}";
        }

        if (one.NotHardened > 0)
        {
            yield return $"  {one.Connection}: {Words.Count(one.NotHardened, "package")} succeeded and "
                + $"{(one.NotHardened == 1 ? "is" : "are")} not known to be on disk yet";
        }

        foreach (var holder in one.Strangers)
        {
            yield return new Line($"  {one.Connection}: the database itself names {holder}, "
                + (holder.IsAlive ? "which is at work" : "which has died; `durability restore` puts it back"),
                Ink.Warn);
        }
    }
}
