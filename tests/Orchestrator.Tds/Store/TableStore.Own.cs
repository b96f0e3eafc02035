using System.Text.RegularExpressions;

namespace Orchestrator.Tds;

/// <content>Rows that are found by a condition: those of the engine's own tables.</content>
public sealed partial class TableStore
{
    private void OwnRows()
    {
        _server.On(
            request => request.Sql is { } sql && Statements(sql).All(IsOwn),
            (request, reply) => Refusing(reply, () =>
            {
                foreach (var sql in Statements(request.Sql!))
                {
                    Answer(sql, request, reply);
                }
            }));
    }

    private void Answer(string sql, Request request, Reply reply)
    {
        object? Value(string name) => ((Call)request)[name];

        if (Put().Match(sql) is { Success: true } put)
        {
            Undo(request.Session, Table(put).Add(
                [.. Listed(put, "columns").Select(Name.Plain)],
                [[.. Listed(put, "values").Select(word => Condition.ValueOf(word, Value))]]));
            reply.Done(1);
        }
        else if (TakeAway().Match(sql) is { Success: true } gone)
        {
            var rows = Where(gone, Value);
            Undo(request.Session, Table(gone).Take(rows));
            reply.Done(rows.Length);
        }
        else if (Change().Match(sql) is { Success: true } change)
        {
            reply.Done(Replace(change, Value, request.Session));
        }
        else
        {
            Tell(Look().Match(sql), Value, reply);
        }
    }

    private object?[][] Where(Match match, Func<string, object?> value) =>
        [.. Table(match).Rows.Where(Condition.Of(match.Groups["where"].Value, Table(match), value))];

    private int Replace(Match match, Func<string, object?> value, Session session)
    {
        var table = Table(match);
        var changed = Where(match, value).ToDictionary(row => row, row => (object?[])row.Clone());
        foreach (var set in Listed(match, "set").Select(each => each.Split(" = ")).Where(set => set[0] != set[1]))
        {
            var place = table.Place(Name.Plain(set[0]));
            foreach (var row in changed.Values)
            {
                row[place] = Condition.ValueOf(set[1], value);
            }
        }

        foreach (var row in changed.Values.Where(_ => session.InTransaction))
        {
            _claims[string.Join('.', row[..2])] = (session, session.Transaction);
        }

        Undo(session, table.Replace(changed));
        return changed.Count;
    }

    // A row that was changed is locked until its transaction ends; of all rows only those of markers are asked for.
    private bool IsClaimed(Call call)
    {
        lock (_one)
        {
            return _claims.TryGetValue($"{call["@schema"]}.{call["@name"]}", out var claim)
                && claim.Session != call.Session && claim.Session.Transaction == claim.Transaction;
        }
    }

    private void Tell(Match match, Func<string, object?> value, Reply reply)
    {
        var table = Table(match);
        var rows = Where(match, value).AsEnumerable();
        if (match.Groups["columns"].Value.StartsWith("count", StringComparison.Ordinal))
        {
            reply.Value("bigint not null", (long)rows.Count());
            return;
        }

        foreach (var column in Listed(match, "order").Reverse())
        {
            var place = table.Place(Name.Plain(column));
            rows = rows.OrderBy(row => row[place], Comparer<object?>.Create((a, b) => Condition.Compare(a, b) ?? 0));
        }

        var places = Listed(match, "columns").Select(column => table.Place(Name.Plain(column))).ToArray();
        var told = match.Groups["top"].Success ? rows.Take(1) : rows;
        reply.Rows(
            [.. places.Select(place => table.Columns[place])],
            told.Select(row => places.Select(place => row[place]).ToArray()).ToArray());
    }

    private static string[] Listed(Match match, string group) =>
        match.Groups[group].Success ? match.Groups[group].Value.Split(", ") : [];

    private static string[] Statements(string sql) =>
        Request.OneLine(sql).Split(';', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

    private static bool IsOwn(string sql) => Put().IsMatch(sql) || TakeAway().IsMatch(sql) || Change().IsMatch(sql)
        || Look().IsMatch(sql);

    [GeneratedRegex(
        @"^INSERT INTO (?<table>\[?orchestrator\]?\.(?!\[?load_)\S+) \((?<columns>.*?)\) VALUES \((?<values>.*)\)$")]
    private static partial Regex Put();

    [GeneratedRegex(@"^DELETE FROM (?<table>\[?orchestrator\]?\.(?!\[?load_)\S+) WHERE (?<where>.*)$")]
    private static partial Regex TakeAway();

    [GeneratedRegex(@"^UPDATE (?<table>\[?orchestrator\]?\.(?!\[?load_)\S+) SET (?<set>.*?) WHERE (?<where>.*)$")]
    private static partial Regex Change();

    [GeneratedRegex(
        @"^SELECT (?<top>TOP \(1\) )?(?<columns>.*?) FROM (?<table>\[?orchestrator\]?\.(?!\[?load_)\S+)"
        + @"( WHERE (?<where>.*?))?( ORDER BY (?<order>.*))?$")]
    private static partial Regex Look();
}
