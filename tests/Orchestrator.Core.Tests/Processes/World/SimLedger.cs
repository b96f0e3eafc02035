using System.Data.Common;
using Orchestrator.Data.Sqlite;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Columns;

namespace Orchestrator.Core.Tests.Processes.World;

/// <summary>
/// The ledger's database: the real statements over SQLite in memory, as a server (sessions that get lost, answers that
/// do not come, a lock per session) or as a file (a lock that lives as long as its process).
/// </summary>
internal sealed class SimLedger
{
    public const string Batch = "Nightly";

    [ThreadStatic]
    private static SqliteDatabase? _memory;

    [ThreadStatic]
    private static Dictionary<string, SqliteLedgerStatement>? _prepared;

    private readonly SimWorld _world;
    private TimeSpan _downUntil;

    public SimLedger(SimWorld world)
    {
        _world = world;
        HasSessions = world.Chance(70);
        _memory ??= Made();
        _prepared ??= [];
        Empty();
    }

    public bool HasSessions { get; }

    public TimeSpan ClockOffset { get; set; } = TimeSpan.FromDays(20_000);

    public TimeSpan Now => _world.Now + ClockOffset;

    public bool IsDown => _world.Now < _downUntil;

    /// <summary>Who has the lock of the batch.</summary>
    public SimProcess? LockedBy { get; private set; }

    public static SqliteDatabase Memory => _memory!;

    public Statement Prepare(string name)
    {
        var key = _world.Mistake == Mistake.None ? name : $"{name} {_world.Mistake}";
        if (!_prepared!.TryGetValue(key, out var statement))
        {
            var sql = BrokenSql.Of(_world.Mistake, name, LedgerSql.Sqlite.Of(name));
            _prepared[key] = statement = new SqliteLedgerStatement(_memory!, sql);
        }

        return new SharedStatement(statement);
    }

    /// <summary>A number that is asked for without any of the world's faults.</summary>
    public static long Ask(string sql, params ReadOnlySpan<long> values)
    {
        if (!_prepared!.TryGetValue(sql, out var statement))
        {
            _prepared[sql] = statement = new SqliteLedgerStatement(_memory!, sql);
        }

        foreach (var value in values)
        {
            statement.Bind(value);
        }

        return LedgerRows.Single(statement, row => row.Number(0));
    }

    /// <summary>The session that has the lease, and until when; empty = nobody has it.</summary>
    public (string Session, TimeSpan LastsUntil) LeaseNow()
    {
        var lease = Prepare("select_lease").Bind(Batch).Bind(Night.Environment);
        var found = LedgerRows.Single(
            lease, row => (row.Text(LeaseColumns.Session), Instant.Duration(row.Number(LeaseColumns.LastsUntil))));
        return found is (not null, _) ? found : ("", TimeSpan.Zero);
    }

    public bool TryLock(SimProcess process)
    {
        LockedBy ??= process;
        return LockedBy == process;
    }

    public void Unlock(SimProcess process) => LockedBy = LockedBy == process ? null : LockedBy;

    /// <summary>All sessions are lost, and with them the lock; nothing that was committed is.</summary>
    public void Crash(TimeSpan down)
    {
        if (HasSessions)
        {
            _world.Tell("ledger", $"crashes for {down.TotalSeconds:0.0} s");
            (LockedBy, _downUntil) = (null, _world.Now + down);
        }
    }

    /// <summary>The session of the lock is lost, and its process does not know yet.</summary>
    public void LoseLock()
    {
        if (HasSessions && LockedBy is not null)
        {
            _world.Tell(LockedBy.Name, "loses the session of its lock");
            LockedBy = null;
        }
    }

    private static SqliteDatabase Made()
    {
        var made = SqliteDatabase.Open(
            new SqliteOptions { Path = ":memory:", Access = SqliteAccess.Create }, TimeProvider.System);
        foreach (var migration in LedgerSql.Sqlite.Migrations)
        {
            made.Execute(migration);
        }

        return made;
    }

    private static void Empty()
    {
        List<string> tables = [];
        using (var names = new SqliteLedgerStatement(
            _memory!, "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'sqlite_stat1'"))
        {
            tables = LedgerRows.All(names, row => row.Text(0));
        }

        _memory!.Rollback();
        _memory.Execute("PRAGMA foreign_keys=0");
        _memory.Execute(string.Concat(tables.Select(table => $"DELETE FROM {table};")));
        _memory.Execute("PRAGMA foreign_keys=1");
    }

    /// <summary>A statement of all connections, as only one of them is at work at a time.</summary>
    private sealed class SharedStatement(SqliteLedgerStatement inner) : Statement
    {
        public override Statement Bind(long? value)
        {
            inner.Bind(value);
            return this;
        }

        public override Statement Bind(string? value)
        {
            inner.Bind(value);
            return this;
        }

        public override void Run() => inner.Run();

        public override bool Step() => inner.Step();

        public override bool IsNull(int column) => inner.IsNull(column);

        public override long Number(int column) => inner.Number(column);

        public override string Text(int column) => inner.Text(column);

        public override void Reset() => inner.Reset();

        public override void Dispose() => inner.Reset();
    }
}

/// <summary>A server that is gone, or an answer that did not come.</summary>
internal sealed class SimFault(string message) : DbException(message);
