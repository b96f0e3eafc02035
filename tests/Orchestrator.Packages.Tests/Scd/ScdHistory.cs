using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Scd;

/// <summary>
/// Random deliveries into one table of versions, each held against the model version by version: late rows, several of
/// one key, duplicates, NULL, keys that are missing, rows that are rejected, deliveries that come twice, those that
/// fail in the middle and are given again, and another open end. One seed means the same with each engine.
/// </summary>
internal sealed class ScdHistory : IDisposable
{
    private const string Open = "9999-12-31";
    private static readonly DateTime Begin = new(2024, 1, 1);
    private static readonly ColumnChange[] Changes = Enum.GetValues<ColumnChange>();

    private readonly Random _random;
    private readonly ScdRig _rig;
    private readonly Platform _platform;
    private readonly string[] _names;
    private readonly int _keysMax;
    private DateTime _moment = Begin.AddDays(20);
    private Dictionary<string, string> _numbers = [];

    public ScdHistory(Platform platform, ScdEngine engine, int seed)
    {
        _random = new Random(seed);
        _platform = platform;
        // Few keys have long histories; many of them are more than one of each sort.
        _keysMax = _random.Next(5) == 0 ? 40 : 6;
        var scd = new ScdOptions
        {
            EffectiveFrom = _random.Next(4) == 0 ? null : "Eff",
            OpenEnd = _random.Next(2) == 0 ? null : Open,
            Deletes = (DeletedRows)_random.Next(3),
            SurrogateKey = _random.Next(2) == 0 ? null : "Sk",
            Engine = engine,
        };
        var columns = Enumerable.Range(0, _random.Next(1, 6)).Select(place => Column($"C{place}", place)).ToArray();
        _names = [.. columns.Select(column => column.Name)];
        _rig = new ScdRig(platform, ScdRig.Define(scd, columns) with
        {
            Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
            Policies = new Policies(),
        });
    }

    private ScdOptions Scd => _rig.Definition.Scd!;

    public void Deliver()
    {
        _moment = _moment.AddHours(_random.Next(1, 48));
        if (Scd.Deletes != DeletedRows.Flag && _random.Next(8) == 0)
        {
            _rig.Take(Scd.Deletes == DeletedRows.Close ? DeletedRows.Ignore : DeletedRows.Close);
        }

        if (Scd.OpenEnd is not null && _random.Next(10) == 0)
        {
            _rig.End(Scd.OpenEnd == Open ? "2999-12-31" : Open);
        }

        var rows = Rows();
        string[] bad = Scd.EffectiveFrom is not null && _random.Next(8) == 0 ? [Bad()] : [];
        if (_random.Next(6) == 0)
        {
            Fail(rows, bad);
        }

        Take(rows, bad, "once");
        if (_random.Next(3) == 0)
        {
            _moment = _moment.AddHours(_random.Next(2));
            var again = Take(rows, bad, "again");
            Assert.That((again.Inserted, again.Updated), Is.EqualTo((0, 0)), "the same delivery changes nothing");
        }
    }

    /// <summary>All that the target holds.</summary>
    public string[] All() => _rig.Pattern.Query(
        $"SELECT * FROM {_rig.Pattern.Table} ORDER BY \"Id\", \"RowEffectiveFromDate\"");

    public void Dispose() => _rig.Dispose();

    private ScdCounts Take(ScdRow[] rows, string[] bad, string what)
    {
        var before = _rig.Expected();
        var expected = _rig.Delivered(rows, bad.Length, _moment);
        var result = _rig.Run(rows, bad, _moment);
        var told = $"{what} at {_moment:s}: {string.Join(" ; ", rows.Select(Shown))} | {Said()}\nbefore\n"
            + string.Join('\n', before);
        Assert.That(result.Error, Is.Null, told);
        Assert.That(_rig.Held(), Is.EqualTo(_rig.Expected()), told);
        Assert.That(ScdRig.Of(result.Counts), Is.EqualTo(expected), told);
        Assert.That(
            (result.Counts.Read, result.Counts.Rejected, result.Counts.AddUp),
            Is.EqualTo((rows.Length + bad.Length, bad.Length, true)), told);
        CheckNumbers(told);
        return expected;
    }

    // A trigger that refuses: nothing of the delivery is there afterwards.
    private void Fail(ScdRow[] rows, string[] bad)
    {
        if (_rig.Model.Keys.Count == 0)
        {
            return;
        }

        var what = _random.Next(2) == 0 ? "INSERT" : "UPDATE";
        var before = _rig.Held();
        var (make, drop) = Refusal(what);
        _rig.Pattern.Execute(make);
        var result = _rig.RunWhole(rows, bad, _moment);
        _rig.Pattern.Execute(drop);
        if (result.Outcome == NodeState.Failed)
        {
            Assert.That(_rig.Held(), Is.EqualTo(before), result.Error!.Message);
        }
        else
        {
            _ = _rig.Delivered(rows, bad.Length, _moment);
        }
    }

    private (string Make, string Drop) Refusal(string what) => _platform switch
    {
        Platform.PostgreSql => ($"""
            CREATE FUNCTION boom() RETURNS trigger LANGUAGE plpgsql AS $b$ BEGIN RAISE 'boom'; END $b$;
            CREATE TRIGGER boom BEFORE {what} ON t FOR EACH ROW EXECUTE FUNCTION boom()
            """, "DROP TRIGGER boom ON t; DROP FUNCTION boom"),
        Platform.SqlServer => (
            $"CREATE TRIGGER {_rig.Definition.Target!.Schema}.boom ON {_rig.Pattern.Table} AFTER {what} AS "
            + "IF EXISTS (SELECT 1 FROM inserted) THROW 50001, 'boom', 1",
            $"DROP TRIGGER {_rig.Definition.Target!.Schema}.boom"),
        Platform.MariaDb => (
            $"CREATE TRIGGER boom BEFORE {what} ON t FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'boom'",
            "DROP TRIGGER boom"),
        _ => ($"CREATE TRIGGER boom BEFORE {what} ON t BEGIN SELECT RAISE(ABORT, 'boom'); END", "DROP TRIGGER boom"),
    };

    private void CheckNumbers(string told)
    {
        if (Scd.SurrogateKey is null)
        {
            return;
        }

        var held = _rig.Pattern.Query(
                $"""SELECT "Id", "RowEffectiveFromDate" AS f, "Sk" FROM {_rig.Pattern.Table}""")
            .ToDictionary(row => row[..row.LastIndexOf('|')], row => row[(row.LastIndexOf('|') + 1)..]);
        Assert.That(held.Values.Distinct().Count(), Is.EqualTo(held.Count), told);
        Assert.That(_numbers.Where(one => held[one.Key] != one.Value), Is.Empty, told);
        _numbers = held;
    }

    private ColumnDefinition Column(string name, int place)
    {
        var change = place == 0 ? ColumnChange.Track : Changes[_random.Next(Changes.Length)];
        var column = ScdRig.Column(name, change);
        return change == ColumnChange.Track && _random.Next(3) == 0
            ? column with { Current = $"Current{name}" } : column;
    }

    private ScdRow[] Rows()
    {
        var rows = new List<ScdRow>();
        var keys = Enumerable.Range(1, _keysMax).Where(_ => _random.Next(3) > 0);
        foreach (var key in keys.SelectMany(
            key => Enumerable.Repeat(key, _random.Next(4) == 0 ? _random.Next(2, 5) : 1)))
        {
            var at = Scd.EffectiveFrom is null ? _moment
                : Begin.AddDays(_random.Next(8) + (_random.Next(5) == 0 ? 20 : 0));
            rows.Add(new ScdRow(key, at, _names.ToDictionary(name => name, _ => Value())));
        }

        return [.. rows.OrderBy(_ => _random.Next())];
    }

    private string? Value() => _random.Next(4) switch
    {
        0 => null,
        var some => ((char)('a' + some)).ToString(),
    };

    private string Bad() =>
        _rig.Bad(_random.Next(1, _keysMax + 1), Scd.OpenEnd is null || _random.Next(2) == 0 ? "" : $"{Open} 00:00:00");

    private string Shown(ScdRow row) =>
        $"{row.Key}@{row.At:MM-dd HH} {string.Join(',', _names.Select(name => row.Values[name] ?? "∅"))}";

    private string Said() => $"{Scd.Engine}, {Scd.EffectiveFrom ?? "moment"}, {Scd.OpenEnd ?? "NULL"}, {Scd.Deletes}: "
        + string.Join(", ", _rig.Definition.Columns.Select(column => $"{column.Name} {column.Change}"));
}
