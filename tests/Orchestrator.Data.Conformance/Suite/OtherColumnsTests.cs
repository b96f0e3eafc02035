using Orchestrator.Data.Conformance.Places;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Suite;

/// <summary>What a table has beside the columns that a load names, on each platform.</summary>
internal sealed class OtherColumnsTests(PlaceKind kind) : PlaceTests(kind)
{
    [TestCase(LoadPattern.TruncateInsert, true, "2=∅ 3=∅")]
    [TestCase(LoadPattern.Append, true, "1=kept 2=∅ 3=∅")]
    [TestCase(LoadPattern.Append, false, "1=kept 2=∅ 3=∅")]
    [TestCase(LoadPattern.Merge, true, "1=kept 2=∅ 3=∅")]
    [TestCase(LoadPattern.DeltaInsert, true, "1=kept 2=∅ 3=∅")]
    public void Columns_that_are_not_named_keep_what_they_hold(LoadPattern pattern, bool isFast, string held)
    {
        NotOnTheWire("alter tables");
        var table = Place.NewTable();
        Run(People(table), "1,Ann");
        AddColumn(table, "More");
        var quote = Place.Platform.Dialect.Quote("More");
        Place.Run($"UPDATE {Place.Platform.Dialect.Quote(table)} SET {quote} = 'kept'");

        var result = Run(Keeping(People(table, pattern, isFast: isFast)), "2,Bo", "3,Cy");

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(result.LoadPath, Does.Contain("'More' left alone"));
        Assert.That(string.Join(' ', Place.Stored(table, ["Id", "More"])
            .Select(row => $"{row[0]}={row[1] ?? "∅"}")), Is.EqualTo(held));
    }

    [TestCase(LoadPattern.TruncateInsert, true)]
    [TestCase(LoadPattern.Append, true)]
    [TestCase(LoadPattern.Append, false)]
    [TestCase(LoadPattern.Merge, true)]
    public void New_rows_get_the_default_of_a_column_that_nobody_names(LoadPattern pattern, bool isFast)
    {
        NotOnTheWire("alter tables");
        var table = Place.NewTable();
        if (Place.Default(table, "More", "made") is not { } statement)
        {
            Assert.Ignore("a default is made here with its table only");
            return;
        }

        Run(People(table), "1,Ann");
        AddColumn(table, "More");
        Place.Run(statement);

        // The engine makes no defaults: nothing has to be said.
        var result = Run(People(table, pattern, isFast: isFast), "2,Bo", "3,");

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(string.Join(' ', Place.Stored(table, ["Id", "Name", "More"])
            .Select(row => $"{row[0]}={row[1] ?? "∅"}/{row[2] ?? "∅"}")), Does.EndWith("2=Bo/made 3=∅/made"));
    }

    private static ObjectDefinition Keeping(ObjectDefinition load) => load with
    {
        Load = load.Load with { OtherColumns = Conformance.Loading.Written<OtherColumns?>(OtherColumns.Keep) },
    };

    private void AddColumn(TableName table, string name)
    {
        using var database = Place.Open();
        database.Begin(CancellationToken.None);
        database.AddColumns(table, [new(name, Place.Type("nvarchar(10)"))]);
        database.Commit();
    }
}
