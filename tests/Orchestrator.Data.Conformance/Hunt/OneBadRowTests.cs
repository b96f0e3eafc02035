using Orchestrator.Data.Conformance.Places;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Loader = Orchestrator.Data.Conformance.Loading;

namespace Orchestrator.Data.Conformance.Hunt;

/// <summary>One bad row among many costs one row, whoever finds it and by whichever path it goes.</summary>
internal sealed class OneBadRowTests
{
    private const int Few = 1_000;
    private const int Million = 1_000_000;

    private static IEnumerable<TestCaseData> Cases() =>
        from kind in Enum.GetValues<PlaceKind>()
        from path in BadRowPath.Into(kind)
        from byTable in path.HasNoRule ? [false] : new[] { false, true }
        select new TestCaseData(kind, path, byTable).SetArgDisplayNames(
            $"{kind}", path.Name, byTable ? "refused by the table" : "refused by the guard");

    // Of each path by one of the two that find it, and by both among a million.
    private static IEnumerable<TestCaseData> Share() => Cases().Where((_, place) => place % 4 is 0 or 3);

    [TestCaseSource(nameof(Share))]
    public void One_bad_row_in_some_costs_one(PlaceKind kind, BadRowPath path, bool byTable) =>
        Check(Few, kind, path, byTable);

    [TestCaseSource(nameof(Cases))]
    [Category("Full")]
    public void One_bad_row_in_a_million_costs_one(PlaceKind kind, BadRowPath path, bool byTable)
    {
        var result = Check(Million, kind, path, byTable);

        TestContext.Out.WriteLine($"{kind}, {path.Name}: {result.Counts}; {result.LoadPath}");
    }

    [Test]
    public void Where_the_server_copies_the_rows_itself_one_that_the_table_refuses_fails_the_load_and_nothing_is_there()
    {
        using var place = Place.Make(PlaceKind.PostgreSql);
        using var loading = new Loader(place, place);
        var table = place.NewTable();
        Prepare(place, table, hasRule: true);
        var load = Load(loading, MakeTable(place, Few, Few - 1, byTable: true), table, new BadRowPath("inside"), Few);

        var result = loading.Run(load with { Errors = new ErrorOptions() });

        Assert.That(result.LoadPath, Does.Contain("a row was refused when the server copied them"));
        Assert.That((result.Error?.Code, result.Counts.Inserted), Is.EqualTo(("ORC3412", 0)));
        Assert.That(place.Stored(table, ["Id"]), Has.Count.EqualTo(1));
    }

    private static PackageResult Check(int rows, PlaceKind kind, BadRowPath path, bool byTable)
    {
        using var to = kind == PlaceKind.Files
            ? new FilesPlace(path.Style, [("Id", 10), ("Name", 10)])
            : Place.Make(kind);
        using var other = path.From is { } from ? Place.Make(from) : null;
        var source = path.IsInside ? to : other;
        using var loading = new Loader(source, to);
        var table = to.NewTable();
        if (kind != PlaceKind.Files)
        {
            Prepare(to, table, !path.HasNoRule);
        }

        var bad = rows * 2 / 3;
        var name = source is null
            ? WriteFile(loading, rows, bad, byTable)
            : MakeTable(source, rows, bad, byTable);

        var result = loading.Run(Load(loading, name, table, path, rows));

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(rows, rows - 1, 0, 0, 0, 0, 1, 0)));
        Assert.That(to.Stored(table, ["Id"]), Has.Count.EqualTo(path.Keeps ? rows : rows - 1));
        Assert.That(
            to.Rejected(table, ["RowKey", "Reason"]).Select(row => $"{row[0]} {row[1]}"),
            Is.EqualTo(new[] { $"Id={bad} {(byTable ? RejectReason.Refused : RejectReason.Truncation)}" }));
        return result;
    }

    // One row is there before; no two may have one name.
    private static void Prepare(Place to, TableName table, bool hasRule)
    {
        using var first = new Loader(null, to);
        first.Write("first.csv", "Id,Name\n0,first\n");
        first.Run(Load(first, "first.csv", table, new BadRowPath("first"), 1));
        if (hasRule)
        {
            to.MakeUnique(table, "Name");
        }
    }

    private static ObjectDefinition Load(
        Loader loading, string source, TableName table, BadRowPath path, int rows)
    {
        var load = loading.Load(
            source, table, Loader.Column("Id", "int", key: 1), Loader.Column("Name", "nvarchar(10)"));
        var range = path.Pattern == LoadPattern.ReplaceRange ? new LoadRange("Id", "1", $"{rows + 1}") : null;
        return load with
        {
            Errors = load.Errors with { OnError = Loader.Written(Policy.Redirect) },
            Load = new LoadOptions
            {
                Pattern = Loader.Written(path.Pattern),
                Swap = Loader.Written(path.Swap),
                FastLoad = Loader.Written(path.IsFast),
                CommitRows = Loader.Written(path.IsInParts ? rows / 3L : 0),
                Range = Loader.Written(range),
            },
        };
    }

    private static string Name(int bad, bool byTable, int id) =>
        id != bad ? $"n{id}" : byTable ? "n1" : "far too long";

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
        var width = byTable ? 10 : 20;
        if (from.Kind == PlaceKind.PostgreSql)
        {
            from.Run(
                $"CREATE TABLE many (\"Id\" integer, \"Name\" varchar({width})); INSERT INTO many "
                + $"SELECT i, CASE WHEN i = {bad} THEN '{Name(bad, byTable, bad)}' ELSE 'n' || i END "
                + $"FROM generate_series(1, {rows}) AS i");
            return "many";
        }

        using var filling = new Loader(null, from);
        var table = from.NewTable("many");
        filling.Run(filling.Load(
            WriteFile(filling, rows, bad, byTable), table,
            Loader.Column("Id", "int"), Loader.Column("Name", $"nvarchar({width})")));
        return table.Name;
    }
}
