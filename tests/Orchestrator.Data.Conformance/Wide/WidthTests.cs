using Orchestrator.Data.Conformance.Places;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Wide;

/// <summary>
/// Tables of many columns by every pattern, twice: the second time one row differs in its last column alone, and one is
/// new. In --full they are nearly as many as the platform allows; in each run more than SQLite once took as parameters
/// of a statement and as terms of an expression.
/// </summary>
[TestFixtureSource(typeof(PlaceTable), nameof(PlaceTable.Widths))]
[TestFixtureSource(typeof(PlaceTable), nameof(PlaceTable.WidthsOfFull), Category = "Full")]
internal sealed class WidthTests(PlaceKind kind, int width)
{
    private const string TooLong = "far too long";
    private const string Refused = "refused";

    private Place _to = null!;
    private Loading _files = null!;
    private Loading _tables = null!;
    private TableName _table = new(null, "");

    [OneTimeSetUp]
    public void MakePlace()
    {
        _to = Place.Make(kind);
        (_files, _tables) = (new Loading(null, _to), new Loading(_to, _to));
    }

    [OneTimeTearDown]
    public void RemovePlace()
    {
        _files?.Dispose();
        _tables?.Dispose();
        _to?.Dispose();
    }

    [SetUp]
    public void NameTable() => _table = _to.NewTable();

    [TestCase(LoadPattern.TruncateInsert, Swap.Auto)]
    [TestCase(LoadPattern.TruncateInsert, Swap.Transaction)]
    [TestCase(LoadPattern.TruncateInsert, Swap.Shadow)]
    [TestCase(LoadPattern.TruncateInsert, Swap.InPlace)]
    [TestCase(LoadPattern.DropAndReload, Swap.Auto)]
    [TestCase(LoadPattern.ReplaceRange, Swap.Auto)]
    public void Rows_take_the_place_of_those_before(LoadPattern pattern, Swap swap)
    {
        NotOnTheWire(pattern == LoadPattern.ReplaceRange, "delete by a range");
        if ((swap == Swap.Shadow || pattern == LoadPattern.DropAndReload) && !_to.Platform.Abilities.UndoesDefinitions)
        {
            Assert.Ignore("each change of a table is committed at once there, so that it is refused (ORC1325)");
        }

        Check(WideRows.Load(_files, _table, width, pattern, swap), "4 read = 4 inserted", "1 2 3* 4");
    }

    [Test]
    public void Rows_are_appended() => Check(
        WideRows.Load(_files, _table, width, LoadPattern.Append), "4 read = 4 inserted", "1 1 2 2 3 3* 4");

    [TestCase(LoadPattern.Merge, "4 read = 1 inserted + 1 updated + 2 unchanged", "1 2 3* 4")]
    [TestCase(LoadPattern.DeltaInsert, "4 read = 1 inserted + 3 unchanged", "1 2 3 4")]
    public void Rows_are_matched_by_key(LoadPattern pattern, string counts, string held)
    {
        NotOnTheWire(true, "match rows by key");

        Check(WideRows.Load(_files, _table, width, pattern), counts, held);
    }

    [TestCase(LoadPattern.TruncateInsert, "4 read = 4 inserted", "1 2 3* 4")]
    [TestCase(LoadPattern.Append, "4 read = 4 inserted", "1 1 2 2 3 3* 4")]
    [TestCase(LoadPattern.Merge, "4 read = 1 inserted + 1 updated + 2 unchanged", "1 2 3* 4")]
    public void Rows_are_written_and_committed_one_by_one(LoadPattern pattern, string counts, string held)
    {
        NotOnTheWire(pattern == LoadPattern.Merge, "match rows by key");
        var load = WideRows.Load(_files, _table, width, pattern);

        Check(
            load with
            {
                Load = load.Load with { CommitRows = Loading.Written(1L), FastLoad = Loading.Written(false) },
            },
            counts, held);
    }

    [TestCase(LoadPattern.TruncateInsert, "5 read = 4 inserted + 1 rejected", "1 2 3* 4")]
    [TestCase(LoadPattern.Append, "5 read = 4 inserted + 1 rejected", "1 1 2 2 3 3* 4")]
    [TestCase(LoadPattern.Merge, "5 read = 1 inserted + 1 updated + 2 unchanged + 1 rejected", "1 2 3* 4")]
    public void A_row_that_the_guard_refuses_is_rejected(LoadPattern pattern, string counts, string held)
    {
        NotOnTheWire(pattern == LoadPattern.Merge, "match rows by key");

        Check(WideRows.Redirected(WideRows.Load(_files, _table, width, pattern)), counts, held, TooLong);

        Assert.That(_to.Rejected(_table, ["RowKey"]).Select(row => row[0]), Is.EqualTo(new[] { "id=9" }));
    }

    [TestCase(LoadPattern.TruncateInsert, "5 read = 4 inserted + 1 rejected", "1 2 3* 4")]
    [TestCase(LoadPattern.Append, "5 read = 4 inserted + 1 rejected", "1 1 2 2 3 3* 4")]
    [TestCase(LoadPattern.Merge, "5 read = 1 inserted + 1 updated + 2 unchanged + 1 rejected", "1 2 3* 4")]
    public void A_row_that_the_table_refuses_is_rejected(LoadPattern pattern, string counts, string held)
    {
        NotOnTheWire(true, "check rows");
        Make(width, $", CHECK ({_to.Platform.Dialect.Quote(WideRows.Name(width - 1))} <> '{Refused}')");

        Check(WideRows.Redirected(WideRows.Load(_files, _table, width, pattern)), counts, held, Refused);

        Assert.That(_to.Rejected(_table, ["RowKey"]).Select(row => row[0]), Is.EqualTo(new[] { "id=9" }));
    }

    [Test]
    public void Rows_are_written_in_order()
    {
        NotOnTheWire(true, "copy rows in an order");
        var load = WideRows.Load(_files, _table, width, LoadPattern.TruncateInsert, Swap.Transaction);
        IReadOnlyList<string> by = [WideRows.Name(width - 1), "id"];

        Check(
            load with { Load = load.Load with { SortedBy = Loading.Written(by) } }, "4 read = 4 inserted", "1 2 3* 4");
    }

    [TestCase(false)]
    [TestCase(true)]
    public void A_table_of_as_many_columns_is_read_and_copied(bool isSplit)
    {
        NotOnTheWire(isSplit, "read a table in parts");
        if (isSplit && !_to.Platform.Abilities.SharesSnapshots)
        {
            Assert.Ignore("only tables of a server are read in parts");
        }

        WideRows.Write(_files, width, (1, "1"), (2, "2"), (3, "30"));
        _files.Run(WideRows.Load(_files, _table, width, LoadPattern.TruncateInsert));
        var copied = _to.NewTable();
        var load = _tables.Load(_table.Name, copied, WideRows.Columns(width));

        var result = _tables.Run(!isSplit ? load : load with
        {
            Load = load.Load with { SplitBy = Loading.Written<SplitBy?>(new SplitBy("id", 2)) },
        });

        Assert.That((result.Error?.Message, $"{result.Counts}"), Is.EqualTo(((string?)null, "3 read = 3 inserted")));
        Assert.That(WideRows.Held(_to, copied, width), Is.EqualTo("1 2 3*"));
    }

    [TestCase(ScdEngine.Set, ColumnChange.Track)]
    [TestCase(ScdEngine.Set, ColumnChange.Overwrite)]
    [TestCase(ScdEngine.Dataflow, ColumnChange.Track)]
    [TestCase(ScdEngine.Dataflow, ColumnChange.Overwrite, Category = "Full")]
    public void Versions_are_kept(ScdEngine engine, ColumnChange change)
    {
        NotOnTheWire(true, "keep versions");

        var most = (engine, change) == (ScdEngine.Dataflow, ColumnChange.Overwrite) ? _to.SharedColumnsMax : width;
        Check(
            WideRows.Versioned(_files, _table, Math.Min(width, most), engine, change),
            "4 read = 1 inserted + 1 updated + 2 unchanged",
            change == ColumnChange.Track ? "1 2 3 3* 4" : "1 2 3* 4");
    }

    [Test]
    public void A_buffer_brings_them()
    {
        NotOnTheWire(true, "drain buffers");
        Make(width - 1, ", \"RowBufferId\" bigint, PRIMARY KEY (\"id\")");

        Check(WideRows.Buffered(_files, _table, width), "4 read = 1 inserted + 3 updated", "1 2 3* 4");
    }

    private void NotOnTheWire(bool isNeeded, string what)
    {
        if (isNeeded && kind == PlaceKind.Wire)
        {
            Assert.Ignore($"the scripted server does not {what}; what it is sent is parsed: see WideSqlTests");
        }
    }

    private void Make(int count, string rest)
    {
        var dialect = _to.Platform.Dialect;
        var columns = WideRows.Columns(count).Select(column =>
            dialect.Declare(new RowColumn(column.Name, column.DataType!.Value, column.Nullable)));
        _to.Run($"CREATE TABLE {dialect.Quote(_table)} ({string.Join(", ", columns)}{rest})");
    }

    private void Check(ObjectDefinition load, string counts, string held, string? bad = null)
    {
        var count = load.Columns.Count;
        (int, string)[] rows = [(1, "1"), (2, "2"), (3, "30"), (4, "4")];
        WideRows.Write(_files, count, (1, "1"), (2, "2"), (3, "3"));
        _files.Moment = new DateTime(2026, 1, 31, 0, 0, 0, DateTimeKind.Utc);
        var first = _files.Run(load);
        _files.Moment = _files.Moment.AddDays(1);
        WideRows.Write(_files, count, bad is null ? rows : [.. rows, (9, bad)]);

        var again = _files.Run(load);

        Assert.That((first.Error?.Message, again.Error?.Message), Is.EqualTo(((string?)null, (string?)null)));
        Assert.That(($"{first.Counts}", $"{again.Counts}"), Is.EqualTo(("3 read = 3 inserted", counts)));
        Assert.That(WideRows.Held(_to, _table, count), Is.EqualTo(held));
    }
}
