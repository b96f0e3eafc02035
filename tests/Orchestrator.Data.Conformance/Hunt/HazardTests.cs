using System.Collections.Concurrent;
using System.Text;
using Orchestrator.Data.Conformance.Places;
using Orchestrator.Engine;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Loader = Orchestrator.Data.Conformance.Loading;

namespace Orchestrator.Data.Conformance.Hunt;

/// <summary>
/// Each hazard into each platform by each path and under each policy: the value is kept, or the load fails, or the row
/// is redirected, or the value is cut as declared; and the counts say so.
/// </summary>
[TestFixture(PlaceKind.Sqlite)]
[TestFixture(PlaceKind.PostgreSql)]
[TestFixture(PlaceKind.Wire)]
[TestFixture(PlaceKind.SqlServer)]
internal sealed class HazardTests(PlaceKind kind)
{
    // Rows that are committed on the way do not pass through.
    private const long RowsPerCommit = 1000;

    private readonly ConcurrentDictionary<string, int> summary = new();
    private Place? to;
    private Place? from;
    private Loader? files;
    private Loader? tables;
    private int sources;

    private static IEnumerable<TestCaseData> Cells() =>
        from hazard in Hazard.All
        from way in Enum.GetValues<LoadWay>()
        where way != LoadWay.Planned || hazard.Source is not null
        select new TestCaseData(hazard, way).SetArgDisplayNames(
            hazard.Name + (hazard.Source is null ? "" : " (server)"), hazard.Type, $"{way}");

    [OneTimeSetUp]
    public void Make()
    {
        to = Place.Make(kind);
        from = Place.Make(PlaceKind.PostgreSql);
        (files, tables) = (new Loader(null, to), new Loader(from, to));
    }

    [OneTimeTearDown]
    public void TellAndRemove()
    {
        TestContext.Progress.WriteLine($"{kind}: " + string.Join(
            ", ", summary.OrderBy(pair => pair.Key, StringComparer.Ordinal)
                .Select(pair => $"{pair.Value} {pair.Key}")));
        files?.Dispose();
        tables?.Dispose();
        from?.Dispose();
        to?.Dispose();
    }

    [TestCaseSource(nameof(Cells))]
    public void Nothing_is_lost_in_silence(Hazard hazard, LoadWay way)
    {
        var outcome = hazard.OutcomeOf(kind, way);
        Assert.Multiple(() =>
        {
            // Where a row fails the load, nothing is halved; and what is kept is kept whatever the policy.
            if (way != LoadWay.Halved || outcome.Reason is null)
            {
                Fails(hazard, way, outcome);
            }

            if (outcome.Reason is not null && (way is LoadWay.Batches or LoadWay.Planned || !outcome.IsCut))
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
        var rejected = to!.Rejected(table, ["RowKey", "Reason"])
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

    private Dictionary<int, string?> Values(TableName table, Hazard hazard) => to!.Stored(table, ["n", "value"])
        .Where(row => Convert.ToInt32(row[0]) > 0)
        .ToDictionary(row => Convert.ToInt32(row[0]), row => Shown(row[1], hazard));

    // What has no value in .NET is compared as the server writes it.
    private static string? Shown(object? value, Hazard hazard) =>
        value is string text && (text == "24:00:00" || text.Contains("infinity") || text.EndsWith("BC")
            || text == "NaN")
            ? text
            : Canon.Of(value, Place.Type(hazard.Type));

    private void Count(string what) => summary.AddOrUpdate(what, 1, (_, count) => count + 1);

    private (PackageResult Result, TableName Table) Run(Hazard hazard, LoadWay way, Policy policy)
    {
        var table = to!.NewTable("hazard");
        if (way == LoadWay.Halved)
        {
            Append(hazard, table, policy, "0,0,");
            var quoted = to.Platform.Dialect.Quote(table);
            to.Run(kind == PlaceKind.Wire
                ? $"UNIQUE {quoted} u"
                : $"CREATE UNIQUE INDEX {table.Name}_u ON {quoted} ({to.Platform.Dialect.Quote("u")})");
        }

        var loading = hazard.Source is null ? files! : tables!;
        var source = hazard.Source is null ? WriteFile(hazard, way) : MakeTable(hazard, way);
        var load = Load(loading, source, table, hazard, policy);
        return (loading.Run(load with
        {
            Load = new LoadOptions
            {
                FastLoad = Loader.Written(way != LoadWay.RowByRow),
                CommitRows = Loader.Written(way == LoadWay.Batches ? RowsPerCommit : 0L),
                Pattern = Loader.Written(way == LoadWay.Halved ? LoadPattern.Append : LoadPattern.TruncateInsert),
            },
        }), table);
    }

    private void Append(Hazard hazard, TableName table, Policy policy, string line)
    {
        files!.Write("first.csv", $"n,u,value\n{line}{(hazard.IsNullable ? "" : "1")}\n");
        files.Run(Load(files, "first.csv", table, hazard, policy));
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
        files!.Write("hazard.csv", all);
        return "hazard.csv";
    }

    private string MakeTable(Hazard hazard, LoadWay way)
    {
        var name = $"source_{++sources}";
        var last = way == LoadWay.Halved ? ", (4, 3, NULL)" : "";
        from!.Run(
            $"CREATE TABLE {name} (n integer, u integer, value {hazard.Source}); "
            + $"INSERT INTO {name} VALUES (1, 1, NULL), (2, 2, {Encoding.UTF8.GetString(hazard.Value!)}), "
            + $"(3, 3, NULL){last}");
        return name;
    }
}
