using System.Text;
using Orchestrator.Core;
using Orchestrator.Data.Conformance.Places;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Loader = Orchestrator.Data.Conformance.Loading;

namespace Orchestrator.Data.Conformance.Hunt;

/// <summary>
/// Hazards into one target: the value is kept, or the load fails, or the row is redirected, or the value is cut as
/// declared; and the counts say so.
/// </summary>
internal sealed class HazardRun : IDisposable
{
    private const int Width = 120;
    private static int _sources;

    // Rows that are committed on the way do not pass through.
    private const long RowsPerCommit = 1000;

    private readonly SortedDictionary<string, int> _summary = new(StringComparer.Ordinal);
    private readonly HazardEnd _end;
    private readonly Place _from;
    private readonly Place _to;
    private readonly Loader _files;
    private readonly Loader _tables;
    private readonly Loader _inside;
    private Hazard? _last;

    /// <summary>Into a place of its own.</summary>
    /// <param name="end">What it is.</param>
    /// <param name="from">The server that values come from that no file has.</param>
    public HazardRun(HazardEnd end, Place from)
    {
        (_end, _from) = (end, from);
        _to = end.Kind == PlaceKind.Files
            ? new FilesPlace(end.Style, [("n", Width), ("u", Width), ("value", Width)])
            : Place.Make(end.Kind);
        (_files, _tables, _inside) = (new Loader(null, _to), new Loader(from, _to), new Loader(_to, _to));
    }

    /// <summary>What became of the values, and by which paths they went.</summary>
    public string Summary => $"{_end}: " + string.Join(", ", _summary.Select(pair => $"{pair.Value} {pair.Key}"));

    /// <summary>One hazard by one path.</summary>
    public void Check(Hazard hazard, LoadWay way)
    {
        if (hazard != _last)
        {
            _to.Empty();
            _last = hazard;
        }

        var outcome = hazard.OutcomeOf(_end, way);
        Assert.Multiple(() =>
        {
            // Where a row fails the load, nothing is halved; and what is kept is kept whatever the policy.
            if (way is not (LoadWay.Halved or LoadWay.WithOptions) || outcome.Reason is null)
            {
                Fails(hazard, way, outcome);
            }

            var isOnce = way is LoadWay.RowByRow or LoadWay.Halved or LoadWay.WithOptions;
            if (outcome.Reason is not null && (!isOnce || !outcome.IsCut))
            {
                IsRedirected(hazard, way, outcome, Policy.Redirect);
            }

            if (outcome.IsCut)
            {
                IsCut(hazard, way, outcome);
            }
            else if (way == LoadWay.Batches)
            {
                IsRedirected(hazard, way, outcome, Policy.Truncate);
            }
        });
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _files.Dispose();
        _tables.Dispose();
        _inside.Dispose();
        _to.Dispose();
    }

    private void Fails(Hazard hazard, LoadWay way, Outcome outcome)
    {
        var (result, table) = Run(hazard, way, Policy.Fail);
        if (outcome.Reason is null)
        {
            AssertKept(result, table, hazard, way, outcome, truncated: 0);
            return;
        }

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Failed), "with fail");
        Assert.That(result.Error?.Class, Is.EqualTo(ErrorClass.Data), result.Error?.Message);
        Assert.That(result.Counts.Inserted, Is.Zero, "with fail nothing is inserted");
        Count("failed");
    }

    private void IsRedirected(Hazard hazard, LoadWay way, Outcome outcome, Policy policy)
    {
        var (result, table) = Run(hazard, way, policy);
        if (outcome.Reason is null)
        {
            AssertKept(result, table, hazard, way, outcome, truncated: 0);
            return;
        }

        var others = way == LoadWay.Halved ? 1 : 0;
        Assert.That(result.Error, Is.Null, $"{policy}");
        Assert.That(
            result.Counts, Is.EqualTo(new RowCounts(3 + others, 2, 0, 0, 0, 0, 1 + others, 0)), $"{policy}");
        Assert.That(Values(table, hazard).Keys, Is.EquivalentTo(new[] { 1, 3 }), $"{policy}");
        var rejected = _to.Rejected(table, ["RowKey", "Reason"])
            .Select(row => $"{row[0]} {row[1]}").ToArray();
        Assert.That(rejected, Does.Contain($"n=2 {outcome.Reason}"), $"{policy}");
        Count("redirected");
    }

    private void IsCut(Hazard hazard, LoadWay way, Outcome outcome)
    {
        var (result, table) = Run(hazard, way, Policy.Truncate);
        AssertKept(result, table, hazard, way, outcome, truncated: 1);
    }

    private void AssertKept(
        PackageResult result, TableName table, Hazard hazard, LoadWay way, Outcome outcome, int truncated)
    {
        var others = way == LoadWay.Halved ? 1 : 0;
        Assert.That(result.Error, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(3 + others, 3, 0, 0, 0, 0, others, truncated)));
        Assert.That(Values(table, hazard).GetValueOrDefault(2), Is.EqualTo(outcome.Value));
        Count(truncated == 0 ? "kept" : "cut");
    }

    private Dictionary<int, string?> Values(TableName table, Hazard hazard) => _to.Stored(table, ["n", "value"])
        .Where(row => Convert.ToInt32(row[0]) > 0)
        .ToDictionary(row => Convert.ToInt32(row[0]), row => Shown(row[1], hazard));

    // What has no value in .NET is compared as the server writes it.
    private static string? Shown(object? value, Hazard hazard) =>
        value is string text && (text == "24:00:00" || text.Contains("infinity") || text.EndsWith("BC")
            || text == "NaN")
            ? text
            : Canon.Of(value, Place.Type(hazard.Type));

    private void Count(string what) => _summary[what] = _summary.GetValueOrDefault(what) + 1;

    private (PackageResult Result, TableName Table) Run(Hazard hazard, LoadWay way, Policy policy)
    {
        var table = _to.NewTable("hazard");
        Prepare(hazard, way, policy, table);
        var loading = hazard.Source is null ? _files : way == LoadWay.Inside ? _inside : _tables;
        var source = hazard.Source is null ? WriteFile(hazard, way) : MakeTable(hazard, way);
        var load = Load(loading, source, table, hazard, policy);
        var result = loading.Run(load with
        {
            Load = OptionsOf(way),
            Hooks = way == LoadWay.WithOptions ? [Hook] : [],

            // The server copies nothing where rows that it refuses are to be redirected.
            Errors = way == LoadWay.Inside ? load.Errors with { OnError = Loader.Written(Policy.Fail) } : load.Errors,
        });
        Count(result.LoadPath.Split(':')[0]);
        return (result, table);
    }

    private static Hook Hook { get; } = new()
    {
        Name = "look",
        When = HookTime.Before,
        Transaction = HookTransaction.Load,
        Connection = "To",
        Sql = new SqlText("SELECT 1", null, Origin.Default),
    };

    private LoadOptions OptionsOf(LoadWay way) => way switch
    {
        LoadWay.Batches when _end.Kind == PlaceKind.Files => new LoadOptions(),
        LoadWay.Batches => new LoadOptions { CommitRows = Loader.Written(RowsPerCommit) },
        LoadWay.RowByRow => new LoadOptions { FastLoad = Loader.Written(false) },
        LoadWay.Halved => new LoadOptions { Pattern = Loader.Written(LoadPattern.Append) },
        LoadWay.Inside => new LoadOptions { Swap = Loader.Written(Swap.Transaction) },
        LoadWay.WithOptions => new LoadOptions
        {
            ForeignKeys = Loader.Written(_end.Kind == PlaceKind.PostgreSql ? ForeignKeys.Recreate : ForeignKeys.Keep),
            Indexes = Loader.Written(Indexes.RebuildAfter),
            SortedBy = Loader.Written<IReadOnlyList<string>>(["value", "n"]),
            FireTriggers = Loader.Written<bool?>(false),
            TableLock = Loader.Written(true),
            Statistics = Loader.Written(true),
        },
        _ => new LoadOptions(),
    };

    private void Prepare(Hazard hazard, LoadWay way, Policy policy, TableName table)
    {
        if (way is not (LoadWay.Halved or LoadWay.WithOptions))
        {
            return;
        }

        Append(hazard, table, policy, "0,0,");
        var quoted = _to.Platform.Dialect.Quote(table);
        var on = $"{quoted} ({_to.Platform.Dialect.Quote("u")})";
        if (way == LoadWay.Halved)
        {
            _to.Run(_end.Kind == PlaceKind.Wire ? $"UNIQUE {quoted} u" : $"CREATE UNIQUE INDEX {table.Name}_u ON {on}");
            return;
        }

        _to.Run($"CREATE INDEX {table.Name}_i ON {on}");
        if (_end.Kind == PlaceKind.PostgreSql)
        {
            _to.Run($"CREATE TABLE {table.Name}_p (u integer PRIMARY KEY); INSERT INTO {table.Name}_p "
                + $"SELECT generate_series(0, 3); ALTER TABLE {quoted} ADD FOREIGN KEY (u) REFERENCES {table.Name}_p");
        }
    }

    private void Append(Hazard hazard, TableName table, Policy policy, string line)
    {
        _files.Write("first.csv", $"n,u,value\n{line}{(hazard.IsNullable ? "" : "1")}\n");
        _files.Run(Load(_files, "first.csv", table, hazard, policy));
    }

    private static ObjectDefinition Load(
        Loader loading, string source, TableName table, Hazard hazard, Policy policy)
    {
        var load = loading.Load(
            source, table, Loader.Column("n", "int", key: 1), Loader.Column("u", "int"),
            Loader.Column("value", hazard.Type) with
            {
                Nullable = hazard.IsNullable,
                Policies = Loader.Policies(policy),
            });
        return load with { Errors = load.Errors with { OnError = Loader.Written(Policy.Redirect) } };
    }

    // The second row holds the value; where batches are to be halved, the last one is refused by the table.
    private string WriteFile(Hazard hazard, LoadWay way)
    {
        var good = hazard.IsNullable ? "" : "1";
        byte[] value = hazard.Value is { } bytes
            ? [(byte)'"', .. bytes.SelectMany(b => b == '"' ? "\"\""u8.ToArray() : [b]), (byte)'"']
            : [];
        byte[] all =
        [
            .. Encoding.UTF8.GetBytes($"n,u,value\n1,1,{good}\n2,2,"), .. value,
            .. Encoding.UTF8.GetBytes($"\n3,3,{good}\n" + (way == LoadWay.Halved ? $"4,3,{good}\n" : "")),
        ];
        _files.Write("hazard.csv", all);
        return "hazard.csv";
    }

    private string MakeTable(Hazard hazard, LoadWay way)
    {
        var name = $"source_{Interlocked.Increment(ref _sources)}";
        var place = way == LoadWay.Inside ? _to : _from;
        var last = way == LoadWay.Halved ? ", (4, 3, NULL)" : "";
        place.Run(
            $"CREATE TABLE {name} (n integer, u integer, value {hazard.Source}); "
            + $"INSERT INTO {name} VALUES (1, 1, NULL), (2, 2, {Encoding.UTF8.GetString(hazard.Value!)}), "
            + $"(3, 3, NULL){last}");
        return name;
    }
}
