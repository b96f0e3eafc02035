using System.Text.RegularExpressions;

namespace Orchestrator.Tds;

/// <summary>
/// As much of a database behind a scripted server as a load asks for: tables are made, filled, copied, counted, read
/// and dropped, and a transaction or a part of it can be taken back. It converts nothing: what the client put on the
/// wire is what it keeps. Commits of a relaxed database are lost by a crash unless the log was flushed behind them.
/// </summary>
public sealed partial class TableStore
{
    private readonly TdsServer _server;
    private readonly CommitLog _log;
    private readonly Dictionary<string, StoredTable> _tables = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<int, int> _marks = [];
    private readonly Dictionary<string, (Session Session, ulong Transaction)> _claims = [];
    private readonly Lock _one = new();

    /// <summary>A store behind a server; handlers that are declared later go first.</summary>
    public TableStore(TdsServer server)
    {
        _server = server;
        Durability = new DelayedDurability(server);
        Counts = new ServerCounts(server);
        _log = new CommitLog(Durability, Counts, _one);
        server.On(SessionText(), _ => { });
        Catalog();
        Statement(CreateTable(), (match, _, session) =>
        {
            if (Create(match))
            {
                Undo(session, () => _tables.Remove(NameIn(match)));
            }
        });
        Statement(CreateIndex(), (match, _) => Table(match).Unique = StoredNames.Of(match.Groups["columns"].Value));
        Statement(AddColumn(), (match, _, session) => Widen(match, session));
        Statement(Shape(), (match, reply) => reply.Rows(Table(match).Columns, []));
        Statement(DropTable(), (match, _, session) => Drop(match, session));
        Statement(DropTarget(), (match, _, session) => Drop(match, session));
        Statement(Transfer(), (match, _, session) =>
            Move(Table(match), $"{match.Groups["schema"].Value}.{StoredNames.Last(Table(match).Name)}", session));
        Statement(Rename(), (match, _, session) => Move(
            Table(match), $"{StoredNames.First(Table(match).Name)}.[{match.Groups["name"].Value}]", session));
        Statement(Delete(), (match, reply, session) => Delete(match, reply, session));
        Statement(Count(), (match, reply) => reply.Value("bigint not null", (long)Table(match).Rows.Count));
        Statement(Copy(), (match, reply, session) => CopyRows(match, reply, session));
        Statement(Select(), Read);
        server.On(TakesEachRow(), reply => reply.Value("int", 1));
        // A session that a dead run left ends with its process here.
        server.On(SessionsLeft(), reply => reply.Rows(["session_id int", "program_name nvarchar(128)"]));
        server.On(InsertClaimed(), (request, reply) => Refusing(reply, () => InsertClaimedRow((Call)request, reply)));
        server.On(Insert(), (request, reply) => Refusing(reply, () => InsertRow((Call)request, reply)));
        OwnRows();
    }

    /// <summary>How durable the commits of its databases are.</summary>
    public DelayedDurability Durability { get; }

    /// <summary>The tables that it says are in memory alone; a crash leaves theirs as those of others.</summary>
    public List<(string Schema, string Name)> InMemoryAlone { get; } = [];

    /// <summary>The tables of which it says that it shows a part, and why.</summary>
    public List<(string Schema, string Name, string Why)> Filtered { get; } = [];

    /// <summary>What it counts of its commits, and what its sessions wait for.</summary>
    public ServerCounts Counts { get; }

    /// <summary>Runs CREATE TABLE, or `UNIQUE table column`, past the client.</summary>
    public void Run(string sql)
    {
        if (MakeUnique().Match(sql) is { Success: true } unique)
        {
            Table(unique).Unique = [unique.Groups["column"].Value];
        }
        else
        {
            Create(CreateTable().Match(Request.OneLine(sql)));
        }
    }

    /// <summary>Rows of a table, in the order of the first of these columns.</summary>
    public IReadOnlyList<object?[]> Rows(string name, params IReadOnlyList<string> columns)
    {
        lock (_one)
        {
            var table = _tables[StoredNames.Quoted(name)];
            var places = columns.Select(table.Place).ToArray();
            return [.. table.Rows.Select(row => places.Select(place => row[place]).ToArray()).OrderBy(row => row[0])];
        }
    }

    /// <summary>The names of its tables.</summary>
    public IReadOnlyList<string> Tables
    {
        get
        {
            lock (_one)
            {
                return [.. _tables.Keys.Order(StringComparer.Ordinal)];
            }
        }
    }

    /// <summary>
    /// The server goes down and comes back: all sessions end, and with them what commits had not brought to disk.
    /// </summary>
    public void Crash() => _server.Restart(_log.Lose);

    private void Statement(Regex sql, Action<Match, Reply> answer) =>
        Statement(sql, (match, reply, _) => answer(match, reply));

    private void Statement(Regex sql, Action<Match, Reply, Session> answer) => _server.On(sql, (request, reply) =>
        Refusing(reply, () => answer(sql.Match(Request.OneLine(request.Sql!)), reply, request.Session)));

    private void Refusing(Reply reply, Action work)
    {
        lock (_one)
        {
            try
            {
                work();
            }
            catch (RefusedException refused)
            {
                reply.Error(refused.Number, refused.Message);
            }
        }
    }

    private StoredTable Table(Match match) => _tables.GetValueOrDefault(NameIn(match))
        ?? throw new RefusedException(208, $"Invalid object name '{match.Groups["table"].Value}'.");

    private static string NameIn(Match match) => StoredNames.Quoted(match.Groups["table"].Value);

    private bool Create(Match match)
    {
        var name = NameIn(match);
        if (_tables.ContainsKey(name))
        {
            return match.Groups["unless"].Success
                ? false
                : throw new RefusedException(2714, $"There is already an object named '{name}' in the database.");
        }

        var columns = match.Groups["columns"].Value.Replace(" PRIMARY KEY", "");
        Declare(new StoredTable(name, [.. StoredNames.Parts(columns).Select(Column.Parse)]));
        return true;
    }

    private void Declare(StoredTable table)
    {
        _server.Table(
            table.Name,
            [.. table.Columns.Select(column => $"[{column.Name}]{column.ToString()[column.Name.Length..]}")]);
        _server.OnBulk(table.Name, TakeLoad);
        _tables[table.Name] = table;
    }

    private void Drop(Match match, Session session)
    {
        if (_tables.Remove(NameIn(match), out var gone))
        {
            Undo(session, () => _tables[gone.Name] = gone);
        }
    }

    private void Widen(Match match, Session session)
    {
        var table = Table(match);
        Declare(table.With(Column.Parse(match.Groups["column"].Value)));
        Undo(session, () => _tables[table.Name] = table);
    }

    private void Move(StoredTable table, string name, Session session)
    {
        _tables.Remove(table.Name);
        Declare(table.As(name));
        Undo(session, () =>
        {
            _tables.Remove(name);
            _tables[table.Name] = table;
        });
    }

    private void TakeLoad(BulkLoad load, Reply reply)
    {
        load.ReadAll();
        Refusing(reply, () =>
        {
            var table = _tables[StoredNames.Quoted(load.Table)];
            Undo(load.Session, table.Add([.. load.Columns.Select(column => column.Name)], load.Rows));
            reply.Done(load.RowCount);
        });
    }

    private void Delete(Match match, Reply reply, Session session)
    {
        var table = Table(match);
        var rows = table.Rows.Count;
        Undo(session, table.Take(table.Rows));
        reply.Done(rows);
    }

    private void CopyRows(Match match, Reply reply, Session session)
    {
        var from = _tables[StoredNames.Quoted(match.Groups["from"].Value)];
        var names = StoredNames.Of(match.Groups["columns"].Value);
        var places = names.Select(from.Place).ToArray();
        var rows = from.Rows.Select(row => places.Select(place => row[place]).ToArray()).ToArray();
        Undo(session, Table(match).Add(names, rows));
        reply.Done(rows.Length);
    }

    private void InsertRow(Call call, Reply reply)
    {
        Undo(call.Session, Add(call, Insert()));
        reply.Done(1);
    }

    // A batch with a transaction of its own: only a crash can take it back.
    private void InsertClaimedRow(Call call, Reply reply)
    {
        Undo(call.Session, Add(call, InsertClaimed()));
        reply.Value("int", 1);
    }

    private Action Add(Call call, Regex insert)
    {
        var match = insert.Match(Request.OneLine(call.Sql!));
        var names = StoredNames.Of(match.Groups["columns"].Value);
        return Table(match).Add(names, [[.. names.Select((_, i) => call[$"@p{i + 1}"])]]);
    }

    private void Read(Match match, Reply reply)
    {
        var table = Table(match);
        var places = match.Groups["columns"].Value == "*"
            ? [.. Enumerable.Range(0, table.Columns.Count)]
            : StoredNames.Of(match.Groups["columns"].Value).Select(table.Place).ToArray();
        var rows = table.Rows;
        reply.Rows(
            [.. places.Select(place => table.Columns[place])],
            rows.Select(row => places.Select(place => row[place]).ToArray()));
    }

    private void Undo(Session session, Action undo) => _log.Add(session, undo);
}
