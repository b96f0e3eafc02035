using Orchestrator.Data.Conformance.Places;

namespace Orchestrator.Data.Conformance.Suite;

/// <summary>Values go into a table and come back equal, by both ways of writing.</summary>
internal sealed class ValueTests(PlaceKind kind) : PlaceTests(kind)
{
    [TestCaseSource(typeof(ValueCases), nameof(ValueCases.All))]
    public void Values_come_back_equal_by_both_ways_of_writing(string type, string[] values)
    {
        IgnoreUnlessKept(type);
        var table = Place.NewTable();
        RowColumn[] declared = [new("n", Place.Type("int"), Nullable: false), new("Value", Place.Type(type))];
        string?[][] rows = [.. values.Append(null).Select((value, i) => new[] { $"{i}", value })];
        using var target = Place.Open();
        target.CreateTable(table, declared);
        var columns = target.Columns(table);

        var taken = TextRows.Write(target, table, columns, rows);
        var fast = All(target, table, columns);
        target.Begin(CancellationToken.None);
        target.Execute(target.Platform.Dialect.DeleteAll(table));
        target.Commit();
        var takenOneByOne = TextRows.Write(target, table, columns, rows, new WriteOptions { IsRowByRow = true });
        var slow = All(target, table, columns);

        Assert.That(columns.Select(column => column with { Native = null }), Is.EqualTo(declared));
        Assert.That(fast, Is.EqualTo(rows));
        Assert.That(slow, Is.EqualTo(rows));
        Assert.That((taken, takenOneByOne), Is.EqualTo((rows.Length, rows.Length)));
    }

    private static List<string?[]> All(IDatabase database, TableName table, IReadOnlyList<RowColumn> columns)
    {
        var dialect = database.Platform.Dialect;
        var names = string.Join(", ", columns.Select(column => dialect.Quote(column.Name)));
        return [.. TextRows.Read(database, $"SELECT {names} FROM {dialect.Quote(table)}")
            .OrderBy(row => long.Parse(row[0]!))];
    }

    private void IgnoreUnlessKept(string type)
    {
        var categories = TestContext.CurrentContext.Test.Properties["Category"];
        if ((categories.Contains(ValueCases.Beyond) && !Place.KeepsBeyondTypes) || Place.KeptOtherwise.Contains(type))
        {
            Assert.Ignore("kept by another type here: the matrix of hazards says how");
        }
    }
}
