using Orchestrator.Core;
using Orchestrator.Data.Conformance.Places;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Suite;

/// <summary>Values that table or file would change or lose by what they are made of, not by what they hold.</summary>
internal sealed class StructureTests(PlaceKind kind) : PlaceTests(kind)
{
    private static readonly LoadPattern[] Patterns = [LoadPattern.TruncateInsert, LoadPattern.Append];

    [TestCaseSource(nameof(Ways))]
    public void A_trigger_that_swallows_a_row_fails_the_load_or_does_not_fire(LoadPattern pattern, bool isFast)
    {
        NotOnTheWire("fire triggers");
        var table = Place.NewTable();
        var trigger = Place.LeaveOut(table, "Id", 3);
        if (trigger.Count == 0)
        {
            Assert.Ignore("no trigger leaves out a row there without a word");
        }

        Run(People(table), "1,Ann");
        foreach (var statement in trigger)
        {
            Place.Run(statement);
        }

        var result = Run(People(table, pattern, isFast: isFast), "2,Bo", "3,Cy", "4,Di");

        var rows = Place.Stored(table, ["Id"]).Count;
        var before = pattern == LoadPattern.Append ? 1 : 0;
        Assert.That(
            (result.Outcome, rows),
            Is.EqualTo((NodeState.Failed, 1)).Or.EqualTo((NodeState.Succeeded, before + 3)));
        Assert.That(result.Counts.Inserted, Is.EqualTo(result.Outcome == NodeState.Failed ? 0 : 3));
    }

    [TestCaseSource(nameof(Ways))]
    public void Columns_go_by_their_names_whatever_their_order(LoadPattern pattern, bool isFast)
    {
        var table = Place.NewTable();
        Run(People(table), "1,Ann");
        Loading.Write("people.csv", "Other,Name,Id\nx,Bo,2\n");

        var result = Loading.Run(People(table, pattern, isFast: isFast));

        Assert.That(result.Error, Is.Null);
        Assert.That(Stored(table), Does.EndWith("2=Bo"));
    }

    [TestCase("Id,Name,Name\n1,a,b\n")]
    [TestCase("Id,Nme\n1,a\n")]
    [TestCase("Id\n1\n")]
    public void Names_of_a_file_that_are_doubtful_or_missing_are_refused(string text)
    {
        var table = Place.NewTable();
        Loading.Write("people.csv", text);

        var result = Loading.Run(People(table));

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Failed));
    }

    [Test]
    public void A_byte_order_mark_before_the_header_is_no_part_of_a_name_or_value()
    {
        var table = Place.NewTable();
        Loading.Write("people.csv", "\uFEFFId,Name\r\n1,Ann\r\n");

        var result = Loading.Run(People(table));

        Assert.That(result.Error, Is.Null);
        Assert.That(Stored(table), Is.EqualTo("1=Ann"));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void Keys_that_the_table_takes_for_one_are_refused_rows_and_not_lost_ones(bool isFast)
    {
        NotOnTheWire("compare without case");
        var table = Place.NewTable();
        Run(People(table), "1,Ann");
        Place.MakeUniqueWithoutCase(table, "Name");

        var result = Run(
            People(table, LoadPattern.Append, Policy.Redirect, isFast), "2,ANN", "3,Bo", "4,bo", "5,Cy");

        Assert.That(result.Counts, Is.EqualTo(new RowCounts(4, 2, 0, 0, 0, 0, 2, 0)));
        Assert.That(Stored(table), Is.EqualTo("1=Ann 3=Bo 5=Cy"));
    }

    [TestCaseSource(nameof(Ways))]
    public void NULL_stays_NULL_where_the_column_has_a_default(LoadPattern pattern, bool isFast)
    {
        NotOnTheWire("alter tables");
        var table = Place.NewTable();
        if (Place.Default(table, "Name", "x") is not { } statement)
        {
            Assert.Ignore("a default is made here with its table only");
            return;
        }

        Run(People(table), "1,Ann");
        Place.Run(statement);

        var result = Run(People(table, pattern, isFast: isFast), "2,", "3,\"\"");

        Assert.That(result.Error, Is.Null);
        Assert.That(Stored(table), Does.EndWith("2=∅ 3="));
    }

    [TestCase(LoadPattern.TruncateInsert, true)]
    [TestCase(LoadPattern.Append, true)]
    [TestCase(LoadPattern.Append, false)]
    public void A_column_that_the_target_lacks_is_added_where_drift_says_so(LoadPattern pattern, bool isFast)
    {
        var table = Place.NewTable();
        var wide = People(table, pattern, isFast: isFast);
        wide = wide with { Load = wide.Load with { Drift = Conformance.Loading.Written<Drift?>(Drift.AddColumns) } };
        Run(wide with { Columns = [wide.Columns[0]] }, "1,Ann");

        var result = Run(wide, "2,Bo");

        Assert.That((result.Error?.Message, result.Warnings.Count), Is.EqualTo(((string?)null, 1)));
        Assert.That(Stored(table), Is.EqualTo(pattern == LoadPattern.Append ? "1=∅ 2=Bo" : "2=Bo"));
        Assert.That(Run(wide, "3,abcdefghijk").Error?.Message, Does.Contain("nvarchar(10)"));
    }

    [Test]
    public void Where_one_of_several_columns_cannot_be_added_none_is_and_the_next_load_goes_on()
    {
        NotOnTheWire("refuse a column that is there");
        var table = Place.NewTable();
        var load = People(table, LoadPattern.Append);
        load = load with { Load = load.Load with { Drift = Conformance.Loading.Written<Drift?>(Drift.AddColumns) } };
        Run(load with { Columns = [load.Columns[0]] }, "1,Ann");
        using (var database = Place.Open())
        {
            var before = database.Columns(table).Select(column => column.Name).ToArray();
            database.Begin(CancellationToken.None);
            Assert.That(
                () => database.AddColumns(table, [new("More", Place.Type("int")), new("Id", Place.Type("int"))]),
                Throws.Exception);
            database.Rollback();
            Assert.That(database.Columns(table).Select(column => column.Name), Is.EqualTo(before));
        }

        var result = Run(load, "2,Bo");

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(Stored(table), Is.EqualTo("1=∅ 2=Bo"));
    }

    [TestCase("ALWAYS", true)]
    [TestCase("ALWAYS", false)]
    [TestCase("BY DEFAULT", true)]
    [TestCase("BY DEFAULT", false)]
    public void Numbers_that_a_server_would_count_itself_are_those_of_the_rows(string generated, bool isFast)
    {
        if (Place.Kind != PlaceKind.PostgreSql)
        {
            Assert.Ignore("such a column is made here with its table only, which the driver's own tests do");
        }

        foreach (var pattern in Patterns)
        {
            var table = Place.NewTable();
            Run(People(table), "1,Ann");
            var quoted = Place.Platform.Dialect.Quote(table);
            Place.Run($"ALTER TABLE {quoted} ALTER \"Id\" ADD GENERATED {generated} AS IDENTITY");
            Place.Run($"ALTER TABLE {quoted} ADD \"Size\" integer GENERATED ALWAYS AS (length(\"Name\")) STORED");

            var result = Run(People(table, pattern, isFast: isFast), "50,Bo", "70,Cy");

            var ids = string.Join(' ', Place.Stored(table, ["Id"]).Select(row => row[0]));
            Assert.That(
                (result.Outcome, ids), Is.EqualTo((NodeState.Failed, "1"))
                    .Or.EqualTo((NodeState.Succeeded, pattern == LoadPattern.Append ? "1 50 70" : "50 70")),
                $"{pattern} {result.Error?.Message}");
        }
    }

    private static IEnumerable<TestCaseData> Ways() =>
        from pattern in Patterns
        from isFast in new[] { true, false }
        select new TestCaseData(pattern, isFast);
}
