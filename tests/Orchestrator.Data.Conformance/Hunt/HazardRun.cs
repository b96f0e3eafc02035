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
/// declared; and the counts say so. Those of one type are rows of one load, as far as none fails it.
/// </summary>
internal sealed class HazardRun : IDisposable
{
    private const int Width = 120;
    private static int _sources;

    // Rows that are committed on the way do not pass through.
    private const long RowsPerCommit = 1000;

    private readonly Dictionary<(LoadWay, Policy, string? Source, string Type, bool IsNullable), Landed> _shared = [];
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
    /// <param name="hazard">The hazard.</param>
    /// <param name="way">The path.</param>
    /// <param name="isLetFail">Whether it is also looked at where it fails the load.</param>
    public void Check(Hazard hazard, LoadWay way, bool isLetFail)
    {
        if (hazard != _last)
        {
            _to.Empty();
            _last = hazard;
        }

        var outcome = hazard.OutcomeOf(_end, way);
        Assert.Multiple(() =>
        {
            foreach (var policy in (Policy[])[Policy.Fail, Policy.Redirect, Policy.Truncate])
            {
                if (policy == Policy.Fail && outcome.Reason is not null && isLetFail)
                {
                    Fails(hazard, way);
                }
                else if (Lands(outcome, way, policy))
                {
                    IsThere(hazard, way, outcome, policy);
                }
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

    // What is kept is kept whatever the policy, which is looked at once.
    private static bool Lands(Outcome outcome, LoadWay way, Policy policy) => policy switch
    {
        Policy.Fail => outcome.Reason is null,
        Policy.Redirect => outcome.Reason is not null
            && !(outcome.IsCut && way is LoadWay.RowByRow or LoadWay.Halved or LoadWay.WithOptions),
        _ => outcome.IsCut || way == LoadWay.Batches,
    };

    private void Fails(Hazard hazard, LoadWay way)
    {
        // Where a row fails the load, nothing is halved.
        if (way is LoadWay.Halved or LoadWay.WithOptions)
        {
            return;
        }

        var result = Run([hazard], way, Policy.Fail).Result;
        Assert.That(result.Outcome, Is.EqualTo(NodeState.Failed), "with fail");
        Assert.That(result.Error?.Class, Is.EqualTo(ErrorClass.Data), result.Error?.Message);
        Assert.That(result.Counts.Inserted, Is.Zero, "with fail nothing is inserted");
        Count("failed");
    }

    private void IsThere(Hazard hazard, LoadWay way, Outcome outcome, Policy policy)
    {
        var landed = With(hazard, way, policy);
        var place = landed.PlaceOf(hazard);
        var isCut = outcome.IsCut && policy == Policy.Truncate;
        var isKept = outcome.Reason is null || isCut;
        Assert.That(landed.Result.Error, Is.Null, $"{policy}");
        Assert.That(landed.Result.Counts, Is.EqualTo(Expected(landed.Hazards, way, policy)), $"{policy}");
        Assert.That(landed.Values, Has.Count.EqualTo(landed.Result.Counts.Inserted), $"{policy}");
        Assert.That(landed.Values.Keys, Is.SupersetOf(landed.Good), $"{policy}");
        Assert.That(landed.Values.ContainsKey(place), Is.EqualTo(isKept), $"{policy}");
        Assert.That(landed.Values.GetValueOrDefault(place), Is.EqualTo(isKept ? outcome.Value : null), $"{policy}");
        if (!isKept)
        {
            Assert.That(landed.Rejected, Does.Contain($"n={place} {outcome.Reason}"), $"{policy}");
        }

        Count(isCut ? "cut" : isKept ? "kept" : "redirected");
    }

    // A good row before, one behind, and where batches are to be halved one that the table refuses.
    private RowCounts Expected(Hazard[] hazards, LoadWay way, Policy policy)
    {
        var outcomes = hazards.Select(hazard => hazard.OutcomeOf(_end, way)).ToArray();
        var others = way == LoadWay.Halved ? 1 : 0;
        var cut = policy == Policy.Truncate ? outcomes.Count(outcome => outcome.IsCut) : 0;
        var refused = outcomes.Count(outcome => outcome.Reason is not null) - cut;
        var read = hazards.Length + 2;
        return new RowCounts(read + others, read - refused, 0, 0, 0, 0, refused + others, cut);
    }

    // Whoever is to be found by halving a batch, or goes through all options, has a load of its own.
    private Landed With(Hazard hazard, LoadWay way, Policy policy)
    {
        if (way is LoadWay.Halved or LoadWay.WithOptions)
        {
            return Run([hazard], way, policy);
        }

        var key = (way, policy, hazard.Source, hazard.Type, hazard.IsNullable);
        if (!_shared.TryGetValue(key, out var landed))
        {
            _shared[key] = landed = Run(
                [
                    .. Hazard.All.Where(one => (one.Source, one.Type, one.IsNullable)
                            == (hazard.Source, hazard.Type, hazard.IsNullable)
                        && Lands(one.OutcomeOf(_end, way), way, policy)),
                ],
                way, policy);
        }

        return landed;
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

    private Landed Run(Hazard[] hazards, LoadWay way, Policy policy)
    {
        var first = hazards[0];
        var table = _to.NewTable("hazard");
        Prepare(first, way, policy, table);
        var loading = first.Source is null ? _files : way == LoadWay.Inside ? _inside : _tables;
        var source = first.Source is null ? WriteFile(hazards, way) : MakeTable(hazards, way);
        var load = Load(loading, source, table, first, policy);
        var result = loading.Run(load with
        {
            Load = OptionsOf(way),
            Hooks = way == LoadWay.WithOptions ? [Hook] : [],

            // The server copies nothing where rows that it refuses are to be redirected.
            Errors = way == LoadWay.Inside ? load.Errors with { OnError = Loader.Written(Policy.Fail) } : load.Errors,
        });
        Count(result.LoadPath.Split(':')[0]);
        return new Landed(
            result, hazards, result.Error is null ? Values(table, first) : [],
            result.Error is null && result.Counts.Rejected > 0
                ? [.. _to.Rejected(table, ["RowKey", "Reason"]).Select(row => $"{row[0]} {row[1]}")] : []);
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
            ForeignKeys = Loader.Written(
                _to.Platform.Abilities.RecreatesForeignKeys ? ForeignKeys.Recreate : ForeignKeys.Keep),
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
        if (way == LoadWay.Halved)
        {
            _to.MakeUnique(table, "u");
            return;
        }

        var quoted = _to.Platform.Dialect.Quote(table);
        _to.Run($"CREATE INDEX {table.Name}_i ON {quoted} ({_to.Platform.Dialect.Quote("u")})");
        if (_to.Platform.Abilities.RecreatesForeignKeys)
        {
            _to.Run($"CREATE TABLE {table.Name}_p (u integer PRIMARY KEY)");
            _to.Run($"INSERT INTO {table.Name}_p VALUES (0), (1), (2), (3)");
            _to.Run($"ALTER TABLE {quoted} ADD FOREIGN KEY (u) REFERENCES {table.Name}_p (u)");
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

    // A row for each value between two good ones; where batches are to be halved, one more is refused by the table.
    private string WriteFile(Hazard[] hazards, LoadWay way)
    {
        var good = hazards[0].IsNullable ? "" : "1";
        var last = hazards.Length + 2;
        byte[] all =
        [
            .. Encoding.UTF8.GetBytes($"n,u,value\n1,1,{good}\n"),
            .. hazards.SelectMany((hazard, at) =>
                (byte[])[.. Encoding.UTF8.GetBytes($"{at + 2},{at + 2},"), .. Field(hazard), (byte)'\n']),
            .. Encoding.UTF8.GetBytes(
                $"{last},{last},{good}\n" + (way == LoadWay.Halved ? $"{last + 1},{last},{good}\n" : "")),
        ];
        _files.Write("hazard.csv", all);
        return "hazard.csv";
    }

    private static byte[] Field(Hazard hazard) => hazard.Value is { } bytes
        ? [(byte)'"', .. bytes.SelectMany(b => b == '"' ? "\"\""u8.ToArray() : [b]), (byte)'"']
        : [];

    private string MakeTable(Hazard[] hazards, LoadWay way)
    {
        var name = $"source_{Interlocked.Increment(ref _sources)}";
        var place = way == LoadWay.Inside ? _to : _from;
        var last = hazards.Length + 2;
        string[] rows =
        [
            "1, 1, NULL",
            .. hazards.Select((hazard, at) => $"{at + 2}, {at + 2}, {Encoding.UTF8.GetString(hazard.Value!)}"),
            $"{last}, {last}, NULL",
            .. way == LoadWay.Halved ? [$"{last + 1}, {last}, NULL"] : Array.Empty<string>(),
        ];

        // A statement each: what a value is nobody else's may decide.
        place.Run($"CREATE TABLE {name} (n integer, u integer, value {hazards[0].Source}); "
            + string.Join("; ", rows.Select(row => $"INSERT INTO {name} VALUES ({row})")));
        return name;
    }

    /// <summary>What became of a load.</summary>
    /// <param name="Result">Its result.</param>
    /// <param name="Hazards">Its rows between two good ones.</param>
    /// <param name="Values">What is in the target, by number.</param>
    /// <param name="Rejected">What is in the error table: row and reason.</param>
    private sealed record Landed(
        PackageResult Result, Hazard[] Hazards, Dictionary<int, string?> Values, string[] Rejected)
    {
        /// <summary>The good rows.</summary>
        public int[] Good => [1, Hazards.Length + 2];

        /// <summary>The number of a hazard's row.</summary>
        public int PlaceOf(Hazard hazard) => Array.IndexOf(Hazards, hazard) + 2;
    }
}
