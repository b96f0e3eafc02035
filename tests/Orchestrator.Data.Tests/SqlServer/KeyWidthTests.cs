using Orchestrator.Data.Durability;
using Orchestrator.Data.SqlServer;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>
/// What keys of the engine's own tables may have: 900 bytes where the table is kept in their order, 1,700 elsewhere.
/// </summary>
internal sealed class KeyWidthTests
{
    private const int ClusteredMax = 900;
    private static readonly Dialect Dialect = Databases.Platform.Dialect;
    private static readonly TableName Table = new("dbo", "T");

    [Test]
    public void Keys_of_the_engines_own_tables_fit_into_an_index()
    {
        var markers = new MarkerDialect(Dialect);
        var attempts = new AttemptMarkerDialect(Dialect);
        var drainers = Dialect.Absorb(new(Table, Table, [], [], null, "Held")).Drainers;

        Assert.That(
            new[]
            {
                Bytes(markers.OneRowPerTable, markers.Columns), Bytes(attempts.OneRowPerAttempt, attempts.Columns),
                Bytes(drainers.OneRowPerBuffer, drainers.Columns),
            },
            Is.All.InRange(1, ClusteredMax));
    }

    [TestCase("nvarchar(846)", true)]
    [TestCase("nvarchar(847)", false)]
    [TestCase("varchar(1692)", true)]
    [TestCase("varbinary(1693)", false)]
    [TestCase("nvarchar(max)", false)]
    public void No_index_is_made_over_a_key_that_is_wider_than_it_takes(string type, bool isMade)
    {
        var index = Dialect.UniqueIndex(
            Table, [new RowColumn("a", Databases.Type(type)), new RowColumn("b", Databases.Type("bigint"))], "key");

        Assert.That(index.Length > 0, Is.EqualTo(isMade));
    }

    private static int Bytes(TableKey key, IReadOnlyList<RowColumn> columns) => key.Columns.Sum(
        name => SqlServerTypeMap.KeyBytes(columns.Single(column => column.Name == name).Type));
}
