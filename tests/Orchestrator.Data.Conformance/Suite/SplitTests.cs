using Orchestrator.Data.Conformance.Places;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Suite;

/// <summary>A table of PostgreSQL that is read and written in several streams, into each server.</summary>
[TestFixtureSource(typeof(Place), nameof(Place.Servers))]
internal sealed class SplitTests(PlaceKind kind)
{
    private const int Rows = 5000;

    private PostgreSqlPlace? _from;
    private Place? _to;
    private Loading? _loading;
    private TableName _table = new(null, "");

    [SetUp]
    public void Make()
    {
        _to = Place.Make(kind);
        _from = new PostgreSqlPlace();
        _loading = new Loading(_from, _to);
        _table = _to.NewTable();
        _from!.Run($"CREATE TABLE s (a int, x text); INSERT INTO s SELECT CASE WHEN i % 100 > 0 THEN i - 2000 END, "
            + $"repeat('x', i % 7) FROM generate_series(1, {Rows}) AS i");
    }

    [TearDown]
    public void Remove()
    {
        _loading?.Dispose();
        _to?.Dispose();
        _from?.Dispose();
    }

    [TestCase(LoadPattern.TruncateInsert, 1)]
    [TestCase(LoadPattern.Append, 2)]
    [TestCase(LoadPattern.DropAndReload, 1)]
    public void Every_row_arrives_once(LoadPattern pattern, int times)
    {
        if (pattern == LoadPattern.DropAndReload && !_to!.Platform.Abilities.UndoesDefinitions)
        {
            Assert.Ignore("each change of a table is committed at once here, so that it is refused (ORC1325)");
        }

        var load = Load(pattern);

        var first = _loading!.Run(load);
        var again = _loading!.Run(load);

        Assert.That((first.Error?.Message, again.Error?.Message), Is.EqualTo(((string?)null, (string?)null)));
        Assert.That(again.Counts, Is.EqualTo(new RowCounts(Rows, Rows, 0, 0, 0, 0, 0, 0)));
        Assert.That(again.LoadPath, Does.Contain("; 4 parts by a ("));
        var stored = _to!.Stored(_table, ["a", "x"]).Select(row => $"{row[0]}|{row[1]}").Order();
        var source = _from!.Stored(new TableName("public", "s"), ["a", "x"]).Select(row => $"{row[0]}|{row[1]}");
        Assert.That(stored, Is.EqualTo(source.SelectMany(row => Enumerable.Repeat(row, times)).Order()));
    }

    [Test]
    public void Rows_that_cannot_be_loaded_are_rejected_in_every_part()
    {
        _from!.Run("UPDATE s SET x = 'too long a text' WHERE (a + 2000) % 500 = 1");

        var load = Load(LoadPattern.TruncateInsert);
        var result = _loading!.Run(load with
        {
            Columns = [.. load.Columns.Select(column => column with { Policies = Loading.Policies(Policy.Redirect) })],
        });

        Assert.That((result.Error?.Message, result.Counts.Rejected), Is.EqualTo(((string?)null, 10)));
        Assert.That(_to!.Stored(_table, ["a"]), Has.Count.EqualTo(Rows - 10));
        Assert.That(
            _to!.Stored(Loading.ErrorsOf(_table), ["SourceFile"]).Select(row => row[0]).Distinct(),
            Is.EquivalentTo((string[])["part 1", "part 2", "part 3", "part 4"]));
    }

    [Test]
    public void A_row_that_fails_one_part_leaves_the_rows_that_were_there()
    {
        _loading!.Run(Load(LoadPattern.TruncateInsert));
        _from!.Run("UPDATE s SET x = 'too long a text' WHERE a = 2401; DELETE FROM s WHERE a < 0");

        var result = _loading!.Run(Load(LoadPattern.TruncateInsert));

        Assert.That((result.Error?.Code, result.Error?.Phase), Is.EqualTo(("ORC3001", "guard")), result.Error?.Message);
        Assert.That(_to!.Stored(_table, ["a"]), Has.Count.EqualTo(Rows));
    }

    private ObjectDefinition Load(LoadPattern pattern) =>
        _loading!.Load("s", _table, Loading.Column("a", "int"), Loading.Column("x", "nvarchar(9)")) with
        {
            Load = new LoadOptions
            {
                Pattern = Loading.Written(pattern),
                SplitBy = Loading.Written<SplitBy?>(new SplitBy("a", 4)),
            },
        };
}
