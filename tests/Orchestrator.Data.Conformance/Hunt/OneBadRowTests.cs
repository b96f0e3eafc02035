using Orchestrator.Data.Conformance.Places;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Loader = Orchestrator.Data.Conformance.Loading;

namespace Orchestrator.Data.Conformance.Hunt;

/// <summary>One bad row among many costs one row, whoever finds it and by whichever path it goes.</summary>
[TestFixture(PlaceKind.Sqlite)]
[TestFixture(PlaceKind.PostgreSql)]
[TestFixture(PlaceKind.Wire)]
[TestFixture(PlaceKind.SqlServer)]
internal sealed class OneBadRowTests(PlaceKind kind)
{
    private const int Few = 20_000;
    private const int Million = 1_000_000;

    private static IEnumerable<TestCaseData> Paths() =>
        from isFast in new[] { true, false }
        from byTable in new[] { true, false }
        from fromServer in new[] { false, true }

        // Where each row is a statement, it matters little where it came from.
        where isFast || !fromServer
        select new TestCaseData(isFast, byTable, fromServer).SetArgDisplayNames(
            isFast ? "fast" : "row by row", byTable ? "refused by the table" : "refused by the guard",
            fromServer ? "from a server" : "from a file");

    [TestCaseSource(nameof(Paths))]
    public void One_bad_row_in_some_costs_one(bool isFast, bool byTable, bool fromServer) =>
        Check(Few, isFast, byTable, fromServer);

    [TestCaseSource(nameof(Paths))]
    [Category("Full")]
    public void One_bad_row_in_a_million_costs_one(bool isFast, bool byTable, bool fromServer)
    {
        var result = Check(Million, isFast, byTable, fromServer);

        TestContext.Out.WriteLine($"{kind}: {result.Counts}; {result.LoadPath}");
    }

    private PackageResult Check(int rows, bool isFast, bool byTable, bool fromServer)
    {
        using var to = Place.Make(kind);
        using var from = fromServer ? Place.Make(PlaceKind.PostgreSql) : null;
        using var loading = new Loader(from, to);
        var table = to.NewTable();
        Prepare(to, table);
        var bad = rows * 2 / 3;
        var source = from is null ? WriteFile(loading, rows, bad, byTable) : MakeTable(from, rows, bad, byTable);
        var load = Load(loading, source, table);

        var result = loading.Run(load with
        {
            Load = new LoadOptions
            {
                Pattern = Loader.Written(LoadPattern.Append),
                FastLoad = Loader.Written(isFast),
            },
        });

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(rows, rows - 1, 0, 0, 0, 0, 1, 0)));
        Assert.That(to.Stored(table, ["Id"]), Has.Count.EqualTo(rows));
        var rejected = to.Rejected(table, ["RowKey", "Reason"]);
        Assert.That(
            rejected.Select(row => $"{row[0]} {row[1]}"),
            Is.EqualTo(new[] { $"Id={bad} {(byTable ? RejectReason.Refused : RejectReason.Truncation)}" }));
        return result;
    }

    // One row is there before, whose name no other may have.
    private static void Prepare(Place to, TableName table)
    {
        using var first = new Loader(null, to);
        first.Write("first.csv", "Id,Name\n0,taken\n");
        first.Run(Load(first, "first.csv", table));
        var quoted = to.Platform.Dialect.Quote(table);
        to.Run(to.Kind == PlaceKind.Wire
            ? $"UNIQUE {quoted} Name"
            : $"CREATE UNIQUE INDEX {table.Name}_u ON {quoted} ({to.Platform.Dialect.Quote("Name")})");
    }

    private static ObjectDefinition Load(Loader loading, string source, TableName table)
    {
        var load = loading.Load(
            source, table, Loader.Column("Id", "int", key: 1), Loader.Column("Name", "nvarchar(10)"));
        return load with { Errors = load.Errors with { OnError = Loader.Written(Policy.Redirect) } };
    }

    private static string Name(int bad, bool byTable, int id) =>
        id != bad ? $"n{id}" : byTable ? "taken" : "far too long";

    private static string WriteFile(Loader loading, int rows, int bad, bool byTable)
    {
        using var file = loading.Write("many.csv");
        file.Write("Id,Name\n");
        for (var id = 1; id <= rows; id++)
        {
            file.Write($"{id},{Name(bad, byTable, id)}\n");
        }

        return "many.csv";
    }

    // With the measure of the target where it is the table that refuses, so that rows may pass through.
    private static string MakeTable(Place from, int rows, int bad, bool byTable)
    {
        from.Run(
            $"CREATE TABLE many (\"Id\" integer, \"Name\" varchar({(byTable ? 10 : 20)})); "
            + $"INSERT INTO many SELECT i, CASE WHEN i = {bad} THEN '{Name(bad, byTable, bad)}' ELSE 'n' || i END "
            + $"FROM generate_series(1, {rows}) AS i");
        return "many";
    }
}
