using System.Text.RegularExpressions;
using Orchestrator.Tds;

namespace Orchestrator.Data.Conformance.Wire;

/// <summary>
/// A scripted server with as much of a database behind it as a load asks for: tables are made, filled, copied, counted,
/// read and dropped, and a transaction or a part of it can be taken back. It converts nothing: what the client put on
/// the wire is what it keeps.
/// </summary>
internal sealed partial class WireServer : IDisposable
{
    private readonly TdsServer server = TdsServer.Start();
    private readonly Dictionary<string, WireTable> tables = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<int, List<Action>> undo = [];
    private readonly Dictionary<int, int> marks = [];
    private readonly Lock one = new();

    public WireServer()
    {
        server.On(Session(), _ => { });
        Catalog();
        Transactions();
        Statement(CreateTable(), (match, _, session) =>
        {
            Create(match);
            Undo(session, () => tables.Remove(match.Groups["table"].Value));
        });
        Statement(AddColumn(), (match, _, session) => Widen(match, session));
        Statement(Shape(), (match, reply) => reply.Rows(Table(match).Columns, []));
        Statement(DropTable(), (match, _, session) => Drop(match, session));
        Statement(DropTarget(), (match, _, session) => Drop(match, session));
        Statement(Transfer(), (match, _, session) =>
            Move(Table(match), $"{match.Groups["schema"].Value}.{Names.Last(Table(match).Name)}", session));
        Statement(Rename(), (match, _, session) =>
            Move(Table(match), $"{Names.First(Table(match).Name)}.[{match.Groups["name"].Value}]", session));
        Statement(Delete(), (match, reply, session) => Delete(match, reply, session));
        Statement(Count(), (match, reply) => reply.Value("bigint not null", (long)Table(match).Rows.Count));
        Statement(Copy(), (match, reply, session) => CopyRows(match, reply, session));
        Statement(Select(), Read);
        server.On(Insert(), (request, reply) => Refusing(reply, () => InsertRow((Call)request, reply)));
    }

    /// <summary>Where a client finds it.</summary>
    public string ConnectionString =>
        $"Server=tcp:127.0.0.1,{server.Port};Database=Staging;User ID=loader;Password=s3cret;Encrypt=Optional";

    /// <summary>What it could not do.</summary>
    public IReadOnlyList<Exception> Failures => server.Failures;

    /// <summary>Runs CREATE TABLE, or `UNIQUE table column`, past the client.</summary>
    public void Run(string sql)
    {
        if (MakeUnique().Match(sql) is { Success: true } unique)
        {
            Table(unique).Unique = unique.Groups["column"].Value;
        }
        else
        {
            Create(CreateTable().Match(Request.OneLine(sql)));
        }
    }

    /// <summary>Rows of a table, in the order of the first of these columns.</summary>
    public IReadOnlyList<object?[]> Rows(string name, IReadOnlyList<string> columns)
    {
        lock (one)
        {
            var table = tables[name];
            var places = columns.Select(table.Place).ToArray();
            return [.. table.Rows.Select(row => places.Select(place => row[place]).ToArray()).OrderBy(row => row[0])];
        }
    }

    /// <inheritdoc/>
    public void Dispose() => server.Dispose();

    private void Statement(Regex sql, Action<Match, Reply> answer) =>
        Statement(sql, (match, reply, _) => answer(match, reply));

    private void Statement(Regex sql, Action<Match, Reply, Session> answer) => server.On(sql, (request, reply) =>
        Refusing(reply, () => answer(sql.Match(Request.OneLine(request.Sql!)), reply, request.Session)));

    private void Refusing(Reply reply, Action work)
    {
        lock (one)
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

    private WireTable Table(Match match) => tables.GetValueOrDefault(match.Groups["table"].Value)
        ?? throw new RefusedException(208, $"Invalid object name '{match.Groups["table"].Value}'.");

    private void Create(Match match) => Declare(new WireTable(
        match.Groups["table"].Value, [.. Names.Parts(match.Groups["columns"].Value).Select(Column.Parse)]));

    private void Declare(WireTable table)
    {
        server.Table(
            table.Name,
            [.. table.Columns.Select(column => $"[{column.Name}]{column.ToString()[column.Name.Length..]}")]);
        server.OnBulk(table.Name, TakeLoad);
        tables[table.Name] = table;
    }

    private void Drop(Match match, Session session)
    {
        if (tables.Remove(match.Groups["table"].Value, out var gone))
        {
            Undo(session, () => tables[gone.Name] = gone);
        }
    }

    private void Widen(Match match, Session session)
    {
        var table = Table(match);
        Declare(table.With(Column.Parse(match.Groups["column"].Value)));
        Undo(session, () => tables[table.Name] = table);
    }

    private void Move(WireTable table, string name, Session session)
    {
        tables.Remove(table.Name);
        Declare(table.As(name));
        Undo(session, () =>
        {
            tables.Remove(name);
            tables[table.Name] = table;
        });
    }

    private void TakeLoad(BulkLoad load, Reply reply)
    {
        load.ReadAll();
        Refusing(reply, () =>
        {
            Undo(load.Session, tables[load.Table].Add([.. load.Columns.Select(column => column.Name)], load.Rows));
            reply.Done(load.RowCount);
        });
    }

    private void Delete(Match match, Reply reply, Session session)
    {
        var table = Table(match);
        var rows = table.Rows.Count;
        Undo(session, table.Clear());
        reply.Done(rows);
    }

    private void CopyRows(Match match, Reply reply, Session session)
    {
        var (from, names) = (tables[match.Groups["from"].Value], Names.Of(match.Groups["columns"].Value));
        var places = names.Select(from.Place).ToArray();
        var rows = from.Rows.Select(row => places.Select(place => row[place]).ToArray()).ToArray();
        Undo(session, Table(match).Add(names, rows));
        reply.Done(rows.Length);
    }

    private void InsertRow(Call call, Reply reply)
    {
        var match = Insert().Match(Request.OneLine(call.Sql!));
        var names = Names.Of(match.Groups["columns"].Value);
        Undo(call.Session, Table(match).Add(names, [[.. names.Select((_, i) => call[$"@p{i + 1}"])]]));
        reply.Done(1);
    }

    private void Read(Match match, Reply reply)
    {
        var table = Table(match);
        var places = match.Groups["columns"].Value == "*"
            ? [.. Enumerable.Range(0, table.Columns.Count)]
            : Names.Of(match.Groups["columns"].Value).Select(table.Place).ToArray();
        var rows = table.Rows;
        reply.Rows(
            [.. places.Select(place => table.Columns[place])],
            rows.Select(row => places.Select(place => row[place]).ToArray()));
    }
}
