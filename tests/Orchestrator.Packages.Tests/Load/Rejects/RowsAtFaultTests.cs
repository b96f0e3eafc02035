using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Tests.Scd;

namespace Orchestrator.Packages.Tests.Load.Rejects;

/// <summary>
/// Whatever a target refuses a row with, and wherever that is found: with `onError: redirect` the row goes into the
/// error table, and the others load.
/// </summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class RowsAtFaultTests(Platform platform)
{
    private PatternRig _rig = null!;

    [SetUp]
    public void Make() => _rig = new PatternRig(platform);

    [TearDown]
    public void Remove() => _rig.Dispose();

    private bool IsPostgreSql => platform == Platform.PostgreSql;

    private string ErrorTable => _rig.IsServer ? "err.t" : "err_t";

    [TestCase("45000", "Auto")]
    [TestCase("45000", "Transaction")]
    [TestCase("45000", "InPlace")]
    [TestCase("45000", "Append")]
    [TestCase("45000", "Merge")]
    [TestCase("45000", "DeltaInsert")]
    [TestCase("45000", "Slow")]
    [TestCase("45000", "Singly")]
    [TestCase("45000", "InParts")]
    [TestCase("AB123", "Transaction")]
    [TestCase("42601", "Append")]
    [TestCase("42P01", "Merge")]
    [TestCase("0A000", "Append")]
    [TestCase("55000", "InPlace")]
    [TestCase("54011", "Append")]
    public void A_trigger_that_raises_any_error(string state, string way)
    {
        var load = Load(way);
        _rig.Run(load, "Id,Name", "1,Ann");
        Raise("new.\"Id\" = 13", state);

        var result = _rig.Run(load, Lines(2, 40));

        Assert.That(result.Error, Is.Null);
        Assert.That((result.Counts.Inserted, result.Counts.Rejected), Is.EqualTo((39, 1)));
        Assert.That(_rig.Query($"""SELECT "RowNumber", "RowKey", "Reason" FROM {ErrorTable}"""),
            Is.EqualTo((string[])["12|Id=13|Refused"]));
        Assert.That(_rig.Query("""SELECT count(*) FROM t WHERE "Id" > 1"""), Is.EqualTo((string[])["39"]));
    }

    [TestCase("Merge")]
    [TestCase("DeltaInsert")]
    public void While_rows_at_fault_are_looked_for_the_others_are_found_without_reading_whole_tables(string way)
    {
        var load = Load(way);
        _rig.Run(load, "Id,Name", "1,Ann");
        _rig.Execute("CREATE TABLE seen (n int)");
        Raise("new.\"Id\" = 13", "45000");
        _rig.Execute(IsPostgreSql
            ? """
              CREATE FUNCTION look() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                INSERT INTO seen SELECT count(*) FROM pg_stats WHERE attname = 'orchestrator_row'; RETURN new; END $$;
              CREATE TRIGGER t_look BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION look()
              """
            : "CREATE TRIGGER t_look BEFORE INSERT ON t BEGIN INSERT INTO seen "
                + "SELECT count(*) FROM sqlite_master WHERE type = 'index' AND tbl_name = 't'; END");

        var result = _rig.Run(load, Lines(2, 40));

        Assert.That((result.Counts.Inserted, result.Counts.Rejected), Is.EqualTo((39, 1)), result.Error?.Message);
        Assert.That(_rig.Query("SELECT count(*), min(n), max(n) FROM seen"), Is.EqualTo((string[])["39|1|1"]));
        if (!IsPostgreSql)
        {
            Assert.That(_rig.Query("SELECT count(*) FROM pragma_index_list('t')"), Is.EqualTo((string[])["0"]));
        }
    }

    [TestCase(ScdEngine.Set)]
    [TestCase(ScdEngine.Dataflow)]
    public void Versions_that_a_target_refuses(ScdEngine engine)
    {
        var load = ScdRig.Define(new ScdOptions { Engine = engine }, ScdRig.Column("Name", ColumnChange.Track)) with
        {
            Target = _rig.Target,
            Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
        };
        _rig.Run(load, "Id,Name", "1,Ann", "2,Bo");
        Raise("new.\"Name\" = 'bad'", "AB123");
        _rig.Rig.Moment = _rig.Rig.Moment.AddDays(1);

        var result = _rig.Run(load, "Id,Name", "1,Anna", "2,bad", "3,Cy", "4,bad", "5,Ed");

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(5, 2, 1, 0, 0, 0, 2, 0)));
        Assert.That(_rig.Query($"""SELECT "RowNumber", "RowKey", "Reason" FROM {ErrorTable} ORDER BY 1"""),
            Is.EqualTo((string[])["2|Id=2|Refused", "4|Id=4|Refused"]));
        Assert.That(_rig.Query("""SELECT "Id", "Name" FROM t ORDER BY "Id", "RowVersion" """),
            Is.EqualTo((string[])["1|Ann", "1|Anna", "2|Bo", "3|Cy", "5|Ed"]));
    }

    [TestCase("Append")]
    [TestCase("Transaction")]
    public void An_error_of_every_row_is_one_of_the_statement(string way)
    {
        _rig.Run(Load(way), "Id,Name", "1,Ann");
        Raise("true", "42P01");

        var result = _rig.Run(Load(way), Lines(2, 300));

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Failed));
        Assert.That(result.Error?.Class, Is.EqualTo(ErrorClass.Config));
        Assert.That(_rig.Query("""SELECT "Name" FROM t"""), Is.EqualTo((string[])["Ann"]));
    }

    [TestCase(Swap.Auto)]
    [TestCase(Swap.Shadow)]
    public void An_exchange_of_tables_whose_new_one_refuses_a_row(Swap swap)
    {
        Make("""CREATE TABLE t ("Id" int UNIQUE, "Name" varchar(20) CHECK ("Name" <> 'bad'))""");
        var load = Load("Auto");

        var result = _rig.Run(
            load with
            {
                Load = load.Load with { Swap = Rig.Written(swap) },
                Columns = [Rig.Column("Id", "int"), Rig.Column("Name", "nvarchar(20)")],
            },
            "Id,Name", "1,Ann", "2,bad", "3,Cy", "1,Ed");

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(4, 2, 0, 0, 0, 0, 2, 0)));
        Assert.That(_rig.Query("""SELECT "RowNumber" FROM err.t ORDER BY 1"""), Is.EqualTo((string[])["2", "4"]));
        Assert.That(_rig.Query("""SELECT "Id" FROM t ORDER BY 1"""), Is.EqualTo((string[])["1", "3"]));
    }

    [TestCase(Swap.Auto)]
    [TestCase(Swap.Shadow)]
    public void A_command_is_not_run_twice_for_an_exchange_that_refuses_a_row(Swap swap)
    {
        Make("""CREATE TABLE t ("Id" int UNIQUE, "Name" varchar(20)); INSERT INTO t VALUES (7, 'Old')""");
        string[] command = ["sh", "-c", "echo ran >> runs; echo Id,Name; echo 1,Ann; echo 1,Ed; echo 2,Bo"];
        var load = Load("Auto") with
        {
            Load = new LoadOptions { Swap = Rig.Written(swap) },
            Columns = [Rig.Column("Id", "int"), Rig.Column("Name", "nvarchar(20)")],
            Source = new ObjectSource { Connection = "Files", Command = new Command(command, command) },
        };

        var result = PackageKinds.All["load"].Run(_rig.Rig.Context(load) with { AllowsProcesses = true });

        Assert.That(File.ReadAllLines(Path.Combine(_rig.Rig.Inbox, "runs")), Is.EqualTo((string[])["ran"]));
        if (swap == Swap.Shadow)
        {
            Assert.That(result.Error?.Message, Does.Contain("with `swap: transaction`, or auto"));
            Assert.That(_rig.Query("""SELECT "Id" FROM t"""), Is.EqualTo((string[])["7"]));
            return;
        }

        Assert.That(result.LoadPath, Does.Contain("what it reads is read once"), result.Error?.Message);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(3, 2, 0, 0, 0, 0, 1, 0)));
        Assert.That(_rig.Query("""SELECT "Id" FROM t ORDER BY 1"""), Is.EqualTo((string[])["1", "2"]));
    }

    [TestCase("Auto")]
    [TestCase("Shadow")]
    [TestCase("Append")]
    [TestCase("InPlace")]
    public void Types_whose_input_refuses_a_value(string way)
    {
        Make("""
            CREATE DOMAIN even AS int CHECK (VALUE % 2 = 0);
            CREATE TABLE t (id int, j json, d even, q tsquery, c regclass)
            """);
        var load = Load(way) with
        {
            Columns =
            [
                Rig.Column("id", "int"), Rig.Column("j"), Rig.Column("d", "int"), Rig.Column("q"), Rig.Column("c"),
            ],
        };

        var result = _rig.Run(load, "id,j,d,q,c", "1,{},2,a,t", "2,x,2,a,t", "3,{},3,a,t", "4,{},2,a b,t",
            "5,{},2,a,none", "6,[],4,b,t");

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(6, 2, 0, 0, 0, 0, 4, 0)));
        Assert.That(_rig.Query("""SELECT "RowNumber" FROM err.t ORDER BY 1"""),
            Is.EqualTo((string[])["2", "3", "4", "5"]));
        Assert.That(_rig.Query("SELECT id FROM t ORDER BY 1"), Is.EqualTo((string[])["1", "6"]));
    }

    private void Make(string tables)
    {
        if (!IsPostgreSql)
        {
            Assert.Ignore("SQLite has no such types, and exchanges only a table that has no rules of its own.");
        }

        _rig.Execute(tables);
    }

    [Test]
    public void A_rejected_row_that_its_error_table_refuses_is_kept_with_what_that_takes()
    {
        _rig.Run(Load("Append"), "Id,Name", "x,Ann");
        Refuse();

        var result = _rig.Run(Load("Append"), "Id,Name", "y,Bo", "z,Cy");

        Assert.That(result.Error, Is.Null);
        Assert.That(_rig.Query($"""SELECT "RowNumber", "Value", "SourceRow" FROM {ErrorTable} WHERE "Value" <> 'x'"""),
            Is.EqualTo((string[])["1|y|∅", "2|z|{\"Id\":\"z\",\"Name\":\"Cy\"}"]));
    }

    // A rule of somebody else's about rows of the error table.
    private void Refuse() => _rig.Execute(IsPostgreSql
        ? """ALTER TABLE err.t ADD CHECK ("SourceRow" NOT LIKE '%Bo%')"""
        : """
          CREATE TRIGGER e_no BEFORE INSERT ON err_t WHEN new."SourceRow" LIKE '%Bo%'
          BEGIN SELECT RAISE(ABORT, 'no'); END
          """);

    private void Raise(string when, string state) =>
        RedirectedLoad.Raise(_rig, when, state);

    private static string[] Lines(int first, int count) => RedirectedLoad.Lines(first, count);

    private ObjectDefinition Load(string way) => RedirectedLoad.Of(_rig, way, rowsOfPart: 7);
}
