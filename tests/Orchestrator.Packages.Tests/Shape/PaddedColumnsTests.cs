using Orchestrator.Data;
using Orchestrator.Data.SqlServer;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Source;

namespace Orchestrator.Packages.Tests.Shape;

/// <summary>Text of a fixed length in a table that the engine does not make: the table says it, as far as nothing would
/// be lost.</summary>
internal sealed class PaddedColumnsTests
{
    private PatternRig? _rig;

    [TearDown]
    public void Remove() => _rig?.Dispose();

    [TestCase("nchar(2)", "nvarchar(2)", "nchar(2)")]
    [TestCase("nchar(4)", "nvarchar(2)", "nchar(4)")]
    [TestCase("char(2)", "varchar(2)", "char(2)")]
    [TestCase("nchar(2)", "nvarchar(3)", "nvarchar(3)")]
    [TestCase("nchar(2)", "nvarchar(max)", "nvarchar(max)")]
    [TestCase("char(2)", "nvarchar(2)", "nvarchar(2)")]
    [TestCase("nvarchar(4)", "nvarchar(2)", "nvarchar(2)")]
    [TestCase("int", "nvarchar(2)", "nvarchar(2)")]
    public void A_column_is_of_the_type_that_pads_it_where_all_of_it_has_room(string there, string said, string made)
    {
        var store = new StoreRules("SQL Server", new SqlServerDialect(), columns => columns)
        {
            There = () => [new RowColumn("Code", Rig.Type(there))],
        };

        var columns = LoadColumns.Resolve(
            Rig.Load("t", Rig.Column("Code", said)), store, [new RowColumn("Code", Rig.Type(said))], 1, null);

        Assert.That(columns.Table.Single().Type, Is.EqualTo(Rig.Type(made)));
        Assert.That(columns.Guarded.Single().Type, Is.EqualTo(Rig.Type(made)));
    }

    [TestCase(null, null)]
    [TestCase(Drift.Fail, "ORC3401")]
    public void Rows_find_their_keys_in_such_a_table(Drift? drift, string? code)
    {
        _rig = new PatternRig(Platform.PostgreSql);
        _rig.Execute($"CREATE TABLE {_rig.Table} (code character(3) PRIMARY KEY, land character(2))");
        _rig.Execute($"INSERT INTO {_rig.Table} VALUES ('a', 'x'), ('b', 'y')");
        var load = _rig.Load(
            new LoadOptions { Pattern = Rig.Written(LoadPattern.Merge), Drift = Rig.Written(drift) },
            Rig.Column("code", "nvarchar(2)", 1), Rig.Column("land", "nvarchar(2)")) with
        {
            Target = _rig.Target with { Create = false },
        };

        var result = _rig.Run(load, "code,land", "a,x", "b,z", "c,w");

        Assert.That(result.Error?.Code, Is.EqualTo(code), result.Error?.Message);
        if (code is null)
        {
            Assert.That(_rig.Query($"SELECT trim(code), trim(land) FROM {_rig.Table} ORDER BY code"),
                Is.EqualTo((string[])["a|x", "b|z", "c|w"]));
        }
    }
}
