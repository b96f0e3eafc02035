using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Replay;
using Orchestrator.Packages.Tests.Load.Source;
using Orchestrator.Packages.Tests.Scd;

namespace Orchestrator.Packages.Tests.Load.Rejects;

/// <summary>
/// With `onError: redirect` a row that the target refuses goes into the error table and the others load, in patterns
/// and into tables that have rules of their own kinds.
/// </summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class RowsAtFaultInPatternsTests(Platform platform)
{
    private const string Plain = """CREATE TABLE t ("Id" int, "Name" varchar(20))""";

    private PatternRig _rig = null!;

    [SetUp]
    public void Make() => _rig = new PatternRig(platform);

    [TearDown]
    public void Remove() => _rig.Dispose();

    private bool IsPostgreSql => platform == Platform.PostgreSql;

    private string ErrorTable => _rig.IsServer ? "err.t" : "err_t";

    [Test]
    public void A_replaced_range()
    {
        _rig.Execute(Plain);
        _rig.Execute("INSERT INTO t VALUES (1, 'stays'), (12, 'goes'), (90, 'stays')");
        Raise("new.\"Id\" = 13");

        var result = _rig.Run(Load("ReplaceRange"), Lines(10, 20));

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That($"{result.Counts}", Is.EqualTo("20 read = 19 inserted + 1 rejected"));
        Assert.That(Kept(), Is.EqualTo((string[])["4|Id=13|Refused"]));
        Assert.That(_rig.Query("SELECT count(*) FROM t WHERE \"Name\" = 'stays'"), Is.EqualTo((string[])["2"]));
        Assert.That(_rig.Query("SELECT count(*) FROM t WHERE \"Name\" = 'goes'"), Is.EqualTo((string[])["0"]));
    }

    [TestCase("Append")]
    [TestCase("Transaction")]
    [TestCase("ReplaceRange")]
    public void Rows_that_are_inserted_in_an_order(string way)
    {
        _rig.Execute(Plain);
        Raise("new.\"Id\" = 13");
        var load = Load(way);

        var result = _rig.Run(
            load with { Load = load.Load with { SortedBy = Rig.Written<IReadOnlyList<string>>(["Name"]) } },
            Lines(10, 20));

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That($"{result.Counts}", Is.EqualTo("20 read = 19 inserted + 1 rejected"));
        Assert.That(Kept(), Is.EqualTo((string[])["4|Id=13|Refused"]));
    }

    [TestCase("Append")]
    [TestCase("Auto")]
    [TestCase("Transaction")]
    [TestCase("InPlace")]
    [TestCase("Slow")]
    [TestCase("Singly")]
    [TestCase("InParts")]
    [TestCase("Merge")]
    [TestCase("DeltaInsert")]
    [TestCase("ReplaceRange")]
    public void A_strict_table_with_a_generated_column_that_has_a_rule(string way)
    {
        Only(Platform.Sqlite, "PostgreSQL has neither.");
        _rig.Execute("""
            CREATE TABLE t ("Id" INTEGER, "Name" TEXT CHECK (length("Name") < 5),
                "Twice" INTEGER AS ("Id" * 2) STORED CHECK ("Twice" <> 28)) STRICT
            """);

        var result = _rig.Run(
            Load(way), "Id,Name", "11,1", "12,2", "13,longer", "14,4", "15,5", "16,", "17,12345", "18,8");

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That((result.Counts.Inserted, result.Counts.Rejected), Is.EqualTo((5, 3)));
        Assert.That(Kept(), Is.EqualTo((string[])["3|Id=13|Refused", "4|Id=14|Refused", "7|Id=17|Refused"]));
        Assert.That(_rig.Query("SELECT \"Id\" FROM t ORDER BY 1"),
            Is.EqualTo((string[])["11", "12", "15", "16", "18"]));
    }

    [TestCase("Append")]
    [TestCase("Auto")]
    [TestCase("Shadow")]
    [TestCase("Transaction")]
    [TestCase("InPlace")]
    [TestCase("Slow")]
    [TestCase("Singly")]
    [TestCase("InParts")]
    [TestCase("Merge")]
    [TestCase("DeltaInsert")]
    [TestCase("ReplaceRange")]
    public void A_row_that_is_too_large_for_a_page_or_an_index(string way)
    {
        Only(Platform.PostgreSql, "SQLite has rows of any length.");
        _rig.Execute("""
            CREATE TABLE t ("Id" int, "Name" text);
            ALTER TABLE t ALTER "Name" SET STORAGE PLAIN;
            CREATE INDEX ON t ("Name")
            """);
        var load = Load(way);
        var dice = new Random(1);
        string Text(int length) => string.Concat(Enumerable.Range(0, length).Select(_ => (char)dice.Next('a', 'z')));

        var result = _rig.Run(
            load with { Columns = [load.Columns[0], Rig.Column("Name", "nvarchar(max)")] },
            "Id,Name", "11,a", $"12,{Text(9_000)}", "13,c", $"14,{Text(6_000)}", "15,e");

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That((result.Counts.Inserted, result.Counts.Rejected), Is.EqualTo((3, 2)));
        Assert.That(Kept(), Is.EqualTo((string[])["2|Id=12|Refused", "4|Id=14|Refused"]));
        Assert.That(_rig.Query("SELECT \"Id\" FROM t ORDER BY 1"), Is.EqualTo((string[])["11", "13", "15"]));
        Assert.That(
            _rig.Query("SELECT length(\"SourceRow\") > 6000 FROM err.t"), Is.EqualTo((string[])["true", "true"]));
    }

    [TestCase("Append")]
    [TestCase("Auto")]
    [TestCase("Transaction")]
    [TestCase("InPlace")]
    [TestCase("Slow")]
    [TestCase("Singly")]
    [TestCase("InParts")]
    [TestCase("Merge")]
    [TestCase("DeltaInsert")]
    [TestCase("ReplaceRange")]
    public void A_row_that_has_no_partition(string way)
    {
        Only(Platform.PostgreSql, "SQLite has no partitions.");
        _rig.Execute("""
            CREATE TABLE t ("Id" int, "Name" varchar(20)) PARTITION BY RANGE ("Id");
            CREATE TABLE t1 PARTITION OF t FOR VALUES FROM (1) TO (13);
            CREATE TABLE t2 PARTITION OF t FOR VALUES FROM (14) TO (20)
            """);

        var result = _rig.Run(Load(way), Lines(10, 11));

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That((result.Counts.Inserted, result.Counts.Rejected), Is.EqualTo((9, 2)));
        Assert.That(Kept(), Is.EqualTo((string[])["4|Id=13|Refused", "11|Id=20|Refused"]));
    }

    [TestCase("Append")]
    [TestCase("Auto")]
    [TestCase("Transaction")]
    [TestCase("InPlace")]
    [TestCase("Slow")]
    [TestCase("Singly")]
    [TestCase("InParts")]
    [TestCase("Merge")]
    [TestCase("DeltaInsert")]
    [TestCase("ReplaceRange")]
    public void A_refusal_that_ends_the_transaction(string way)
    {
        Only(Platform.Sqlite, "An error of PostgreSQL leaves savepoints; SQL Server is scripted.");
        _rig.Execute(Plain);
        _rig.Execute("INSERT INTO t VALUES (11, 'old'), (40, 'other')");
        _rig.Execute("""
            CREATE TRIGGER t_no BEFORE INSERT ON t WHEN new."Id" IN (13, 17, 18)
            BEGIN SELECT RAISE(ROLLBACK, 'gone'); END
            """);
        _rig.Execute("CREATE UNIQUE INDEX u ON t (\"Name\")");
        var load = Load(way);

        var result = _rig.Run(load, [.. Lines(12, 10), "29,n12"]);

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That((result.Counts.Inserted, result.Counts.Rejected), Is.EqualTo((7, 4)), result.LoadPath);
        Assert.That(Kept(), Is.EqualTo((string[])
            ["2|Id=13|Refused", "6|Id=17|Refused", "7|Id=18|Refused", "11|Id=29|Refused"]));
        string[] before = way switch
        {
            "Auto" or "Transaction" or "InPlace" => [],
            "ReplaceRange" => ["40"],
            _ => ["11", "40"],
        };
        Assert.That(_rig.Query("SELECT \"Id\" FROM t ORDER BY 1"),
            Is.EqualTo(before.Concat(["12", "14", "15", "16", "19", "20", "21"]).Order().ToArray()));
    }

    [TestCase("Transaction")]
    [TestCase("Merge")]
    public void A_refusal_that_ends_the_transaction_that_publishes_a_table_which_is_committed(string way)
    {
        Only(Platform.Sqlite, "An error of PostgreSQL leaves savepoints.");
        _rig.Rig.PlatformOf = connection => Packages.Store.Platforms.Of(connection) is { } inner
            ? new RecordedPlatform(inner, inner.Abilities with { LoadsInOneTransaction = false })
            : null;
        _rig.Execute(Plain);
        _rig.Execute("""
            CREATE TRIGGER t_no BEFORE INSERT ON t WHEN new."Id" = 13 BEGIN SELECT RAISE(ROLLBACK, 'gone'); END
            """);
        string[] command = ["sh", "-c", "echo ran >> runs; echo Id,Name; echo 12,a; echo 13,b; echo 14,c"];

        var result = PackageKinds.All["load"].Run(_rig.Rig.Context(Load(way) with
        {
            Source = new ObjectSource { Connection = "Files", Command = new Command(command, command) },
        }) with
        { AllowsProcesses = true });

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That($"{result.Counts}", Is.EqualTo("3 read = 2 inserted + 1 rejected"));
        Assert.That(Kept(), Is.EqualTo((string[])["2|Id=13|Refused"]));
        Assert.That(File.ReadAllLines(Path.Combine(_rig.Rig.Inbox, "runs")), Is.EqualTo((string[])["ran"]));
    }

    [Test]
    public void A_refusal_that_ends_the_transaction_of_what_is_read_once_says_what_to_do()
    {
        Only(Platform.Sqlite, "An error of PostgreSQL leaves savepoints.");
        _rig.Execute(Plain);
        _rig.Execute("""
            CREATE TRIGGER t_no BEFORE INSERT ON t WHEN new."Id" = 13 BEGIN SELECT RAISE(ROLLBACK, 'gone'); END
            """);
        string[] command = ["sh", "-c", "echo ran >> runs; echo Id,Name; echo 12,a; echo 13,b; echo 14,c"];

        var result = PackageKinds.All["load"].Run(_rig.Rig.Context(Load("Append") with
        {
            Source = new ObjectSource { Connection = "Files", Command = new Command(command, command) },
        }) with
        { AllowsProcesses = true });

        Assert.That(result.Error?.Class, Is.EqualTo(ErrorClass.Data));
        Assert.That(
            result.Error!.Message, Does.Contain("has ended the whole transaction").And.Contains("RAISE(ABORT)"));
        Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo((string[])["0"]));
        Assert.That(File.ReadAllLines(Path.Combine(_rig.Rig.Inbox, "runs")), Is.EqualTo((string[])["ran"]));
    }

    [TestCase(ScdEngine.Set)]
    [TestCase(ScdEngine.Dataflow)]
    public void Versions_whose_refusal_ends_the_transaction(ScdEngine engine)
    {
        Only(Platform.Sqlite, "An error of PostgreSQL leaves savepoints.");
        var load = ScdRig.Define(new ScdOptions { Engine = engine }, ScdRig.Column("Name", ColumnChange.Track)) with
        {
            Target = _rig.Target,
            Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
        };
        _rig.Run(load, "Id,Name", "1,Ann", "2,Bo");
        _rig.Execute("""
            CREATE TRIGGER t_no BEFORE INSERT ON t WHEN new."Name" = 'bad' BEGIN SELECT RAISE(ROLLBACK, 'gone'); END
            """);
        _rig.Rig.Moment = _rig.Rig.Moment.AddDays(1);

        var result = _rig.Run(load, "Id,Name", "1,Anna", "2,bad", "3,Cy", "4,bad", "5,Ed");

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(5, 2, 1, 0, 0, 0, 2, 0)));
        Assert.That(Kept(), Is.EqualTo((string[])["2|Id=2|Refused", "4|Id=4|Refused"]));
        Assert.That(_rig.Query("""SELECT "Id", "Name" FROM t ORDER BY "Id", "RowVersion" """),
            Is.EqualTo((string[])["1|Ann", "1|Anna", "2|Bo", "3|Cy", "5|Ed"]));
    }

    [Test]
    public void Streams_of_one_load_beside_each_other()
    {
        Only(Platform.PostgreSql, "SQLite has one writer.");
        using var two = new TwoDatabases();
        two.Tell("CREATE TABLE s (a int NOT NULL, x text)");
        two.Tell("INSERT INTO s SELECT i, CASE WHEN i % 1000 = 7 THEN 'none' ELSE '{}' END "
            + "FROM generate_series(1, 4000) AS i");
        two.TellFar("CREATE TABLE t (a int CHECK (a % 1000 <> 8), x json)");

        var result = two.Rig.Run(SplitLoadTests.Load(4, Rig.Column("a", "int"), Rig.Column("x")) with
        {
            Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
        });

        Assert.That((result.Error?.Message, result.Counts.Inserted, result.Counts.Rejected),
            Is.EqualTo(((string?)null, 3992, 8)));
        Assert.That(two.FarLines("SELECT count(*), count(\"SourceRow\"), count(DISTINCT \"Value\") FROM err.t"),
            Is.EqualTo((string[])["8|8|8"]));
        Assert.That(two.FarLines("SELECT count(*) FROM t"), Is.EqualTo((string[])["3992"]));
    }

    [TestCase("Append")]
    [TestCase("Transaction")]
    [TestCase("Auto")]
    [TestCase("Merge")]
    [TestCase("DeltaInsert")]
    public void Rows_that_are_replayed(string way)
    {
        _rig.Execute(IsPostgreSql ? """CREATE TABLE t ("Id" int, "Name" json, "RowAuditId" bigint)"""
            : """CREATE TABLE t ("Id" int, "Name" text CHECK (json_valid("Name")), "RowAuditId" bigint)""");
        Raise("new.\"Id\" = 13");
        var load = Load(way);
        load = load with
        {
            Columns = [load.Columns[0], Rig.Column("Name")],
            SystemColumns = [new("RowAuditId", "RowAuditId", Rig.Type("bigint"), new Origin("test.yaml", 1, 1))],
        };
        var first = _rig.Run(load, "Id,Name", "10,{}", "11,x", "13,{}", "12,y", "14,[]", "15,x");
        var loaded = _rig.Rig.LastAttempt;
        _rig.Execute($"UPDATE {ErrorTable} SET \"SourceRow\" = replace(\"SourceRow\", '\"x\"', '\"[]\"')");
        PastLoads Past() => new([new PastLoad(loaded, 1, NodeState.Succeeded) { IsLoaded = true }]);

        var result = PackageKinds.All["replay"].Run(_rig.Rig.Context(load) with { Past = new() { Loads = Past } });

        Assert.That((first.Error?.Message, first.Counts.Rejected), Is.EqualTo(((string?)null, 4)));
        Assert.That(result.Error?.Message, Is.Null);
        Assert.That($"{result.Counts}", Is.EqualTo("4 read = 2 inserted + 2 rejected"));
        Assert.That(_rig.Query("SELECT \"Id\" FROM t ORDER BY 1"), Is.EqualTo((string[])["10", "11", "14", "15"]));
        Assert.That(
            _rig.Query($"""SELECT "RowNumber", "RowKey" FROM {ErrorTable} WHERE "ReplayedBy" IS NULL ORDER BY 1"""),
            Is.EqualTo((string[])["3|Id=13", "4|Id=12"]));
    }

    private string[] Kept() =>
        _rig.Query($"SELECT \"RowNumber\", \"RowKey\", \"Reason\" FROM {ErrorTable} ORDER BY 1");

    private void Only(Platform one, string why)
    {
        if (platform != one)
        {
            Assert.Ignore(why);
        }
    }

    private void Raise(string when) =>
        RedirectedLoad.Raise(_rig, when, "AB123");

    private static string[] Lines(int first, int count) => RedirectedLoad.Lines(first, count);

    private ObjectDefinition Load(string way) => RedirectedLoad.Of(_rig, way, rowsOfPart: 3);
}
