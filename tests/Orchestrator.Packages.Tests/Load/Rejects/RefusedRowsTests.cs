using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Rejects;

/// <summary>Rows that the target's own rules refuse: each alone goes into the error table, the others load.</summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class RefusedRowsTests(Platform platform)
{
    private PatternRig _rig = null!;

    [SetUp]
    public void Make()
    {
        _rig = new PatternRig(platform);
        _rig.Run(Load(LoadPattern.Append), "Id,Name", "1,Ann");
        _rig.Execute("""CREATE UNIQUE INDEX t_name ON t ("Name")""");
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase(true)]
    [TestCase(false)]
    public void An_append_into_the_target_itself(bool isFast)
    {
        var result = _rig.Run(Load(LoadPattern.Append, isFast: isFast), Lines(1, 2000, bad: [77, 1500], name: "Ann"));

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(2000, 1998, 0, 0, 0, 0, 2, 0)));
        Assert.That(Errors(), Is.EqualTo((string[])
            ["77|Id=77|ORC3412|Refused", "1500|Id=1500|ORC3412|Refused"]));
        Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo((string[])["1999"]));
        Assert.That(_rig.Query($"""SELECT "Value" FROM {ErrorTable} WHERE "RowNumber" = 77"""),
            Is.EqualTo((string[])["Id=77, Name=Ann"]));
    }

    [TestCase(true, 0)]
    [TestCase(false, 0)]
    [TestCase(true, 100)]
    [TestCase(false, 1)]
    public void A_load_table_that_is_copied_into_the_target(bool isFast, long commitRows)
    {
        var result = _rig.Run(
            Load(LoadPattern.TruncateInsert, isFast: isFast, commitRows: commitRows),
            Lines(1, 500, bad: [3, 400], name: "n1"));

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(500, 498, 0, 0, 0, 0, 2, 0)));
        Assert.That(Errors(), Is.EqualTo((string[])["3|Id=3|ORC3412|Refused", "400|Id=400|ORC3412|Refused"]));
        Assert.That(_rig.Query("""SELECT count(*) FROM t WHERE "Name" = 'n1'"""), Is.EqualTo((string[])["1"]));
    }

    [Test]
    public void The_row_of_the_source_is_named_also_where_the_guard_has_rejected_others_before()
    {
        var result = _rig.Run(Load(LoadPattern.TruncateInsert), "Id,Name", "1,A", "x,B", "y,C", "2,D", "3,A", "4,E");

        Assert.That(result.Counts, Is.EqualTo(new RowCounts(6, 3, 0, 0, 0, 0, 3, 0)));
        Assert.That(Errors()[^1], Is.EqualTo("5|Id=3|ORC3412|Refused"));
    }

    [Test]
    public void A_merge_whose_updates_and_inserts_are_refused_in_part()
    {
        _rig.Run(Load(LoadPattern.Append), "Id,Name", "2,Bo", "3,Cy");

        var result = _rig.Run(Load(LoadPattern.Merge), "Id,Name", "1,Ann", "2,Ann", "3,Cyd", "4,Ann", "5,Ed", "5,Edd");

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(6, 1, 1, 1, 1, 0, 2, 0)));
        Assert.That(_rig.Query("""SELECT "Name" FROM t ORDER BY "Id" """),
            Is.EqualTo((string[])["Ann", "Bo", "Cyd", "Edd"]));
        Assert.That(Errors(), Is.EqualTo((string[])["2|Id=2|ORC3412|Refused", "4|Id=4|ORC3412|Refused"]));
    }

    [Test]
    public void A_trigger_that_refuses_is_a_refusal_with_its_own_words()
    {
        _rig.Execute(platform == Platform.Sqlite
            ? "CREATE TRIGGER t_no BEFORE INSERT ON t WHEN new.Id = 13 BEGIN SELECT RAISE(ABORT, 'unlucky'); END"
            : """
              CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS
              $$ BEGIN IF new."Id" = 13 THEN RAISE EXCEPTION 'unlucky'; END IF; RETURN new; END $$;
              CREATE TRIGGER t_no BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION no()
              """);

        var result = _rig.Run(Load(LoadPattern.TruncateInsert), Lines(1, 50, bad: [], name: ""));

        Assert.That((result.Counts.Inserted, result.Counts.Rejected), Is.EqualTo((49, 1)));
        Assert.That(_rig.Query($"""SELECT "Message" FROM {ErrorTable}"""), Is.EqualTo((string[])["unlucky"]));
    }

    [Test]
    public void More_than_maxErrors_let_the_load_fail_and_the_rows_at_fault_are_kept()
    {
        var load = Load(LoadPattern.TruncateInsert);

        var result = _rig.Run(
            load with { Errors = load.Errors with { MaxErrors = Rig.Written(1L) } },
            Lines(1, 100, bad: [10, 20, 30], name: "n1"));

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3408"));
        Assert.That((result.Counts.Inserted, result.Counts.Rejected), Is.EqualTo((0, 2)));
        Assert.That(Errors(), Has.Length.EqualTo(2));
        Assert.That(_rig.Query("""SELECT "Name" FROM t"""), Is.EqualTo((string[])["Ann"]));
    }

    [Test]
    public void Without_redirect_one_refused_row_fails_the_load()
    {
        var load = Load(LoadPattern.TruncateInsert) with { Errors = new ErrorOptions() };

        var result = _rig.Run(load, Lines(1, 100, bad: [10], name: "n1"));

        Assert.That((result.Error?.Code, result.Error?.Class), Is.EqualTo(("ORC3412", (ErrorClass?)ErrorClass.Data)));
        Assert.That(_rig.Query("""SELECT "Name" FROM t"""), Is.EqualTo((string[])["Ann"]));
    }

    private static string[] Lines(int first, int count, int[] bad, string name) =>
    [
        "Id,Name",
        .. Enumerable.Range(first, count).Select(id => $"{id},{(bad.Contains(id) ? name : $"n{id}")}"),
    ];

    private string ErrorTable => _rig.IsServer ? "err.t" : "err_t";

    private string[] Errors() => _rig.Query(
        $"""SELECT "RowNumber", "RowKey", "Code", "Reason" FROM {ErrorTable} ORDER BY "RowNumber" """);

    private ObjectDefinition Load(LoadPattern pattern, bool isFast = true, long commitRows = 0) => _rig.Load(
        new LoadOptions
        {
            Pattern = Rig.Written(pattern),
            FastLoad = Rig.Written(isFast),
            CommitRows = Rig.Written(commitRows),
        },
        Rig.Column("Id", "int", key: 1), Rig.Column("Name", "nvarchar(20)")) with
    {
        Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
    };
}
