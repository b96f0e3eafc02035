using Orchestrator.Core;
using Orchestrator.Data.Conformance.Places;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Wide;

/// <summary>
/// Tables of as many columns as the platform allows: they are loaded where nothing beside them needs one more, and
/// refused by validate, and by run before a row is read into them, where something does.
/// </summary>
[TestFixtureSource(typeof(PlaceTable), nameof(PlaceTable.Limits))]
internal sealed class WidthLimitTests(PlaceKind kind, int width)
{
    private Place _to = null!;
    private Loading _files = null!;
    private TableName _table = new(null, "");

    [OneTimeSetUp]
    public void MakePlace()
    {
        _to = Place.Make(kind);
        _files = new Loading(null, _to);
    }

    [OneTimeTearDown]
    public void RemovePlace()
    {
        _files?.Dispose();
        _to?.Dispose();
    }

    [SetUp]
    public void NameTable() => _table = _to.NewTable();

    [TestCase(LoadPattern.TruncateInsert)]
    [TestCase(LoadPattern.Append)]
    public void What_needs_no_column_more_is_loaded(LoadPattern pattern)
    {
        var load = WideRows.Load(_files, _table, width, pattern);
        WideRows.Write(_files, width, (1, "1"), (2, "20"));

        var result = _files.Run(load);

        Assert.That((result.Error?.Message, _files.Check(load)), Is.EqualTo(((string?)null, "")));
        Assert.That(WideRows.Held(_to, _table, width), Is.EqualTo("1 2*"));
    }

    [TestCase(LoadPattern.Merge)]
    [TestCase(LoadPattern.DeltaInsert)]
    public void A_load_by_key_needs_one_more_for_the_numbers_of_rows(LoadPattern pattern)
    {
        AssertRefused(
            WideRows.Load(_files, _table, width, pattern),
            $"has at most {width} columns, and the load table of '{_table.Name}' would have {width + 1}, one of them "
            + "for the number of each row.");
        Assert.That(_files.Check(WideRows.Load(_files, _table, width - 1, pattern)), Is.Empty);
    }

    [Test]
    public void Rows_that_are_looked_for_where_the_table_refuses_them_need_one_more()
    {
        var load = WideRows.Load(_files, _table, width, LoadPattern.TruncateInsert, Swap.Transaction);

        AssertRefused(WideRows.Redirected(load), $"would have {width + 1}, one of them for the number of each row.");
    }

    [TestCase(ScdEngine.Set)]
    [TestCase(ScdEngine.Dataflow)]
    public void Versions_need_some_more_for_what_becomes_of_rows(ScdEngine engine) => AssertRefused(
        WideRows.Versioned(_files, _table, width, engine, ColumnChange.Track), "for what becomes of each row.");

    [Test]
    public void A_buffer_needs_one_more_for_the_time_of_each_row() => AssertRefused(
        WideRows.Buffered(_files, _table, width),
        $"the buffer of '{_table.Name}' would have {width + 1}, two of them for the number of each row and its time.");

    [TestCase(LoadPattern.TruncateInsert)]
    [TestCase(LoadPattern.Merge)]
    public void A_table_of_more_columns_is_refused(LoadPattern pattern) => AssertRefused(
        WideRows.Load(_files, _table, width + 1, pattern), $"and '{_table.Name}' would have {width + 1}.");

    [Test]
    public void Columns_that_the_source_alone_tells_are_refused_by_the_run()
    {
        var load = WideRows.Load(_files, _table, width + 1, LoadPattern.TruncateInsert) with { Columns = [] };
        WideRows.Write(_files, width + 1, (1, "1"));

        var result = _files.Run(load);

        Assert.That((_files.Check(load), result.Error?.Code), Is.EqualTo(("", "ORC3418")), result.Error?.Message);
    }

    [Test]
    public void Numbers_of_shared_values_that_fit_in_no_row_are_refused()
    {
        if (_to.Platform.Dialect.RowBytesMax == int.MaxValue)
        {
            Assert.Ignore("a row takes all of them here");
        }

        AssertRefused(
            WideRows.Versioned(_files, _table, 1010, ScdEngine.Dataflow, ColumnChange.Overwrite),
            "`engine: set` keeps none.");
    }

    private void AssertRefused(ObjectDefinition load, string why)
    {
        WideRows.Write(_files, load.Columns.Count, (1, "1"));

        var result = _files.Run(load);

        Assert.That((result.Error?.Code, result.Error?.Class), Is.EqualTo(("ORC3418", ErrorClass.Config)));
        Assert.That(result.Error?.Message, Does.Contain(why));
        Assert.That(result.Counts.Inserted, Is.Zero);
        Assert.That(_files.Check(load), Is.EqualTo("ORC1349"));
    }
}
