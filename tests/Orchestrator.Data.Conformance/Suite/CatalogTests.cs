using Orchestrator.Data.Conformance.Places;

namespace Orchestrator.Data.Conformance.Suite;

/// <summary>What a database says of the tables that are made in it.</summary>
internal sealed class CatalogTests(PlaceKind kind) : PlaceTests(kind)
{
    private static readonly RowColumn[] Columns =
    [
        new("Id", Place.Type("int"), Nullable: false), new("Größe \"x", Place.Type("decimal(12,3)")),
        new("select", Place.Type("nvarchar(20)")), new("Seen", Place.Type("datetime2(3)")),
    ];

    [Test]
    public void A_table_that_is_made_is_found_with_its_columns()
    {
        var table = Place.NewTable("Ärger's");
        using var database = Place.Open();

        database.CreateTable(table, Columns);

        Assert.That(database.KindOf(table), Is.EqualTo("table"));
        Assert.That(database.Columns(table).Select(column => column with { Native = null }), Is.EqualTo(Columns));
        Assert.That(database.Dependents(table), Is.Empty);
        Assert.That(database.Number(database.Platform.Dialect.Count(table)), Is.Zero);
    }

    [Test]
    public void The_columns_of_a_query_are_told_without_a_row_of_it()
    {
        NotOnTheWire("describe a query");
        using var database = Place.Open();

        var columns = database.Describe("SELECT 1 AS one, 'x' AS other");

        Assert.That(columns?.Select(column => column.Name), Is.EqualTo(new[] { "one", "other" }));
        Assert.That(columns?[0].Type is not { IsNumber: false });
    }

    [Test]
    public void A_query_that_cannot_be_described_keeps_no_other_one_from_it()
    {
        NotOnTheWire("describe a query");
        using var target = Place.Open();
        target.CreateTable(Place.NewTable(), Columns);
        using var database = Place.Open(isTarget: false);

        try
        {
            Assert.That(database.Describe("SELECT one FROM made_later"), Is.Null);
        }
        catch (Exception fault) when (database.Platform.Explain(fault) is { IsConnectionLost: false })
        {
            // Some say why not.
        }

        Assert.That(database.Describe("SELECT 1 AS one")?.Select(column => column.Name),
            Is.EqualTo(new[] { "one" }));
    }

    [Test]
    public void What_is_not_there_has_no_kind_and_no_columns()
    {
        using var database = Place.Open();

        Assert.That(database.KindOf(Place.NewTable()), Is.Null);
        Assert.That(database.Columns(Place.NewTable()), Is.Empty);
    }

    [Test]
    public void A_load_table_that_is_left_behind_is_found_by_its_target_until_it_is_dropped()
    {
        var target = Place.NewTable();
        var load = Place.Platform.Dialect.LoadTable(target, 7);
        using var database = Place.Open();
        database.Begin(CancellationToken.None);
        database.CreateLoadTable(load, target, 7, Columns);
        database.Commit();

        var left = database.LeftLoadTables(target);
        database.Begin(CancellationToken.None);
        database.DropLoadTable(load);
        database.Commit();

        Assert.That(left, Is.EqualTo(new[] { load }));
        Assert.That(database.LeftLoadTables(target), Is.Empty);
        Assert.That(database.KindOf(load), Is.Null);
    }

    [Test]
    public void What_a_transaction_made_is_gone_when_it_is_rolled_back_unless_its_platform_says_otherwise()
    {
        var table = Place.NewTable();
        using var database = Place.Open();
        database.Begin(CancellationToken.None);
        database.CreateTable(table, Columns);

        database.Rollback();

        Assert.That(
            database.KindOf(table),
            Is.EqualTo(database.Platform.Abilities.UndoesDefinitions ? null : CatalogTable.Table));
    }

    [Test]
    public void The_list_of_tables_has_those_of_people_and_none_of_the_engine()
    {
        NotOnTheWire("list its tables");
        var table = Place.NewTable("listed");
        Run(People(table), "1,Ann");
        using var database = Place.Open(isTarget: false);

        var names = database.Tables().Select(found => found.Name.Name).ToArray();

        Assert.That(names, Does.Contain(table.Name));
        Assert.That(names, Has.None.Contains("markers").And.None.StartsWith("load_"));
    }
}
