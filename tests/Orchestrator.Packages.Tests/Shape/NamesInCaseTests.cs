using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.SqlServer;
using Orchestrator.Import.Catalog;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Shape;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Shape;

/// <summary>Columns whose names differ in nothing but case.</summary>
internal sealed class NamesInCaseTests
{
    private static readonly Dialect SqlServer = new SqlServerDialect();

    [Test]
    public void A_table_is_held_against_the_column_of_exactly_that_name_and_the_other_is_one_more()
    {
        RowColumn[] there = [Column("A", "int"), Column("a", "bigint"), Column("Id", "int")];

        var both = TargetShape.Differences(SqlServer, there, [Column("a", "bigint"), Column("ID", "int")]).ToArray();

        Assert.That(both.Select(each => each.Text), Is.EqualTo((string[])["its column 'A' is not in the metadata"]));
    }

    [Test]
    public void Each_of_two_columns_is_compared_with_itself()
    {
        var changes = new ColumnDifference(
            SqlServer, Table(("A", "int"), ("a", "bigint"), ("b", "int"), ("Id", "int")),
            Table(("A", "int"), ("a", "bigint"), ("b", "bigint"), ("ID", "int"))).All().ToArray();

        Assert.That(
            changes.Select(change => (change.Kind, change.Column)),
            Is.EqualTo(((ChangeKind, string)[])[(ChangeKind.TypeWidened, "b")]));
    }

    [TestCase("ab", "'Ab', 'aB'", "SELECT 1 AS \"Ab\", 2 AS \"aB\"", "ab")]
    [TestCase("the other is named", "'Id'", "SELECT 1 AS \"Id\"", "id", "Id")]
    public void A_column_that_could_be_another_one_is_not_guessed(
        string why, string there, string query, params string[] columns)
    {
        using var rig = new PostgreSqlRig();
        var load = PostgreSqlRig.Load("t", [.. columns.Select((name, i) =>
            Rig.Column(name, "int") with { Target = $"c{i}" })]) with
        {
            Source = new ObjectSource { Connection = "Pg", Query = new SqlText(query, "", default) },
        };

        var result = rig.Rig.Run(load);

        Assert.That((result.Error?.Code, result.Error?.Class), Is.EqualTo(("ORC3410", ErrorClass.Config)), why);
        Assert.That(result.Error!.Message, Does.Contain($"no column '{columns[0]}'").And.Contain(there));
    }

    [Test]
    public void What_the_target_takes_for_one_column_is_named_with_both_names()
    {
        var dialect = Platforms.Of(new Connection { Name = "Db", Platform = Platform.Sqlite })!.Dialect;

        var refused = Assert.Throws<PackageRefusedException>(() => LoadColumns.Resolve(
            Rig.Load("t"), new StoreRules("SQLite", dialect, columns => columns),
            [Column("Name", "int"), Column("name", "int")], 1, null))!;

        Assert.That(refused.Error.Code, Is.EqualTo("ORC3402"));
        Assert.That(refused.Message, Does.Contain("'Name' and 'name'"));
    }

    private static RowColumn Column(string name, string type) => new(name, Rig.Type(type));

    private static KnownTable Table(params (string Name, string Type)[] columns) => new()
    {
        Connection = "Src",
        Name = "T",
        Columns =
        [
            .. columns.Select(column => new KnownColumn { Name = column.Name, DataType = Rig.Type(column.Type) }),
        ],
    };
}
