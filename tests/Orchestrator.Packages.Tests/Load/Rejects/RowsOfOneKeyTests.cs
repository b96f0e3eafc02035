using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Rejects;

/// <summary>
/// Of rows of one key the latest is loaded, or rejected, and the others are duplicates: however a target refuses rows,
/// with a refusal that ends the transaction (SQLite) or with one that leaves it.
/// </summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class RowsOfOneKeyTests(Platform platform)
{
    private PatternRig _rig = null!;

    [SetUp]
    public void Make()
    {
        _rig = new PatternRig(platform);
        _rig.Execute("""CREATE TABLE t ("Id" int, "Name" varchar(20))""");
        _rig.Execute(platform == Platform.PostgreSql
            ? """
              CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS
              $$ BEGIN IF new."Name" LIKE 'bad%' THEN RAISE EXCEPTION 'gone'; END IF; RETURN new; END $$;
              CREATE TRIGGER t_no BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION no()
              """
            : """
              CREATE TRIGGER t_no BEFORE INSERT ON t WHEN new."Name" LIKE 'bad%'
              BEGIN SELECT RAISE(ROLLBACK, 'gone'); END
              """);
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase("Merge")]
    [TestCase("DeltaInsert")]
    public void Two_of_one_key_that_are_refused_reject_none_of_the_rows_behind_them(string way)
    {
        var result = _rig.Run(
            RedirectedLoad.Of(_rig, way, rowsOfPart: 0),
            ["Id,Name", "1,bad1", .. RedirectedLoad.Lines(2, 8)[1..], "1,bad2", .. RedirectedLoad.Lines(10, 31)[1..]]);

        Assert.That(
            $"{result.Counts}", Is.EqualTo("41 read = 39 inserted + 1 duplicate + 1 rejected"),
            result.Error?.Message);
        Assert.That(Kept(), Is.EqualTo((string[])["10|Id=1"]));
        Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo((string[])["39"]));
    }

    [TestCase("Merge")]
    [TestCase("DeltaInsert")]
    public void Where_the_latest_is_refused_no_older_one_takes_its_place(string way)
    {
        var result = _rig.Run(
            RedirectedLoad.Of(_rig, way, rowsOfPart: 0), "Id,Name", "1,old", "2,two", "1,bad", "3,three", "3,four");

        Assert.That(
            $"{result.Counts}", Is.EqualTo("5 read = 2 inserted + 2 duplicate + 1 rejected"), result.Error?.Message);
        Assert.That(Kept(), Is.EqualTo((string[])["3|Id=1"]));
        Assert.That(_rig.Query("""SELECT "Id", "Name" FROM t ORDER BY 1"""),
            Is.EqualTo((string[])["2|two", "3|four"]));
    }

    private string[] Kept() =>
        _rig.Query($"""SELECT "RowNumber", "RowKey" FROM {(_rig.IsServer ? "err.t" : "err_t")} ORDER BY 1""");
}
