using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Replay;

namespace Orchestrator.Packages.Tests.Replay;

/// <summary>Rejected rows that are loaded once more, each exactly once, and none over a newer one.</summary>
[TestFixtureSource(typeof(TestPlatforms), nameof(TestPlatforms.Everywhere))]
internal sealed class ReplayTests(Platform platform)
{
    private readonly List<PastLoad> _past = [];
    private PatternRig _rig = null!;

    [SetUp]
    public void Make()
    {
        _past.Clear();
        _rig = new PatternRig(platform);
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase(LoadPattern.TruncateInsert)]
    [TestCase(LoadPattern.Append)]
    [TestCase(LoadPattern.Merge)]
    [TestCase(LoadPattern.DeltaInsert)]
    [TestCase(LoadPattern.DropAndReload)]
    public void What_a_person_corrected_is_loaded_and_marked_and_what_is_still_wrong_stays_with_the_new_reason(
        LoadPattern pattern)
    {
        OnlyWhereItIs(pattern);
        var load = Load(pattern);
        var loaded = Run(load, "1,one,2.5", "2,two,none", "3,three,x,y", "4,\"far, too long\",4");
        Execute("UPDATE {0} SET \"SourceRow\" = replace(\"SourceRow\", 'none', '7') WHERE \"ColumnName\" = 'Amount'");

        var result = Replay(load);
        var again = Replay(load);

        Assert.That((result.Outcome, result.Error?.Message), Is.EqualTo((NodeState.Succeeded, (string?)null)));
        Assert.That($"{result.Counts}", Is.EqualTo("2 read = 1 inserted + 1 rejected"));
        Assert.That(result.Warnings, Has.Some.Contains("1 rows were refused again").And.Some.Contains(
            "1 rows of attempt 101 in run 1 are not kept as a whole"));
        Assert.That(_rig.Query("select \"Id\", \"Name\", \"RowAuditId\" from t order by 1"), Is.EqualTo(
            new[] { $"1|one|{loaded}", $"2|two|{_rig.Rig.LastAttempt - 1}" }));
        Assert.That(Kept("\"RowNumber\", \"Reason\", \"ReplayedBy\""), Is.EqualTo(new[]
        {
            $"2|RangeLoss|{_rig.Rig.LastAttempt - 1}", "3|Shape|∅", "4|Truncation|∅",
        }));
        Assert.That($"{again.Counts}", Is.EqualTo("1 read = 1 rejected"), "the second time");
    }

    [Test]
    public void Values_of_every_kind_come_back_as_they_were()
    {
        var load = Load(LoadPattern.Append) with
        {
            Columns =
            [
                Rig.Column("Id", "int"), Rig.Column("T", "nvarchar(4)"), Rig.Column("D", "datetime2(3)"),
                Rig.Column("F", "float"), Rig.Column("B", "varbinary(8)"), Rig.Column("G", "uniqueidentifier"),
                Rig.Column("N", "decimal(20,4)"), Rig.Column("E", "nvarchar(10)"), Rig.Column("Z", "nvarchar(10)"),
            ],
        };
        Load(load, "Id,T,D,F,B,G,N,E,Z", "1,\"a\"\"ü;\",2024-02-29 23:59:59.999,1E-300,00FF7F,"
            + "0F8FAD5B-D9CB-469F-A165-70867728950E,1234567890123456.7891,\"\",");
        Load(load, "Id,T,D,F,B,G,N,E,Z", "x,\"a\"\"ü;\",2024-02-29 23:59:59.999,1E-300,00FF7F,"
            + "0F8FAD5B-D9CB-469F-A165-70867728950E,1234567890123456.7891,\"\",");
        Execute("UPDATE {0} SET \"SourceRow\" = replace(\"SourceRow\", '\"x\"', '1')");

        var result = Replay(load);

        Assert.That($"{result.Counts}", Is.EqualTo("1 read = 1 inserted"), result.Error?.Message);
        var rows = _rig.Query("select \"Id\", \"T\", \"D\", \"F\", \"B\", \"G\", \"N\", \"E\", \"Z\" from t");
        Assert.That(rows, Has.Length.EqualTo(2));
        Assert.That(rows[1], Is.EqualTo(rows[0]).And.Contains("∅"));
    }

    [Test]
    public void Merge_adds_what_is_not_there_and_replaces_only_what_an_earlier_attempt_wrote_before_no_later_load()
    {
        var load = Load(LoadPattern.Merge);
        Run(load, "1,old,1", "2,old,2");
        Run(load, "1,new,bad", "3,new,bad", "2,new,bad");
        Correct("bad", "5");

        // Row 2 was read again since.
        Execute("UPDATE t SET \"RowAuditId\" = 999 WHERE \"Id\" = 2");
        var result = Replay(load);

        Assert.That(
            $"{result.Counts}", Is.EqualTo("3 read = 1 inserted + 1 updated + 1 rejected"), result.Error?.Message);
        Assert.That(_rig.Query("select \"Id\", \"Name\" from t order by 1"),
            Is.EqualTo(new[] { "1|new", "2|old", "3|new" }));
        Assert.That(Kept("\"RowKey\", \"Reason\", \"Code\", \"ReplayedBy\" IS NULL").Last(),
            Does.StartWith("Id=2|Overtaken|ORC3449|"));
    }

    [Test]
    public void Behind_a_later_load_Merge_replaces_nothing()
    {
        var load = Load(LoadPattern.Merge);
        Run(load, "1,old,1");
        Run(load, "1,new,bad", "3,new,bad");
        Run(load, "4,later,4");
        Correct("bad", "5");

        var result = Replay(load);

        Assert.That($"{result.Counts}", Is.EqualTo("2 read = 1 inserted + 1 rejected"), result.Error?.Message);
        Assert.That(_rig.Query("select \"Id\", \"Name\" from t order by 1"),
            Is.EqualTo(new[] { "1|old", "3|new", "4|later" }));
    }

    [Test]
    public void Of_several_rejected_rows_of_one_key_the_last_one_counts()
    {
        var load = Load(LoadPattern.Merge);
        Run(load, "1,first,bad");
        Run(load, "1,second,bad");
        Correct("bad", "5");

        var result = Replay(load);

        Assert.That($"{result.Counts}", Is.EqualTo("2 read = 1 inserted + 1 duplicate"), result.Error?.Message);
        Assert.That(_rig.Query("select \"Name\" from t"), Is.EqualTo(new[] { "second" }));
    }

    [TestCase(LoadPattern.TruncateInsert, "has loaded the whole target since")]
    [TestCase(LoadPattern.DropAndReload, "has loaded the whole target since")]
    [TestCase(LoadPattern.Append, null)]
    [TestCase(LoadPattern.DeltaInsert, null)]
    public void Rows_of_an_attempt_whose_load_is_no_longer_in_the_target_are_left(LoadPattern pattern, string? why)
    {
        OnlyWhereItIs(pattern);
        var load = Load(pattern);
        Run(load, "1,one,bad");
        Run(load, "2,two,2");
        Correct("bad", "5");

        var result = Replay(load);

        Assert.That(result.Counts.Inserted, Is.EqualTo(why is null ? 1 : 0), result.Error?.Message);
        Assert.That(result.Warnings, why is null ? Is.Empty : Has.One.Contains(why));
        Assert.That(_rig.Query("select \"Id\" from t order by 1"),
            Is.EqualTo(why is null ? ["1", "2"] : (string[])["2"]));
    }

    [Test]
    public void Of_rows_that_a_later_load_has_read_again_nothing_is_said_where_others_are_loaded()
    {
        var load = Load(LoadPattern.TruncateInsert);
        Run(load, "1,one,bad");
        Run(load, "1,one,bad");
        Correct("bad", "5");

        var result = Replay(load);

        Assert.That(result.Counts.Inserted, Is.EqualTo(1), result.Error?.Message);
        Assert.That(result.Warnings, Is.Empty);
    }

    [Test]
    public void A_load_that_comes_between_leaves_all_as_it_was()
    {
        var load = Load(LoadPattern.TruncateInsert);
        Run(load, "1,one,bad");
        Correct("bad", "5");
        var looks = 0;

        var result = Replay(load, () => new PastLoads(
            ++looks == 1 ? _past : [.. _past, new PastLoad(500, 9, NodeState.Running)]));

        Assert.That((result.Error?.Code, result.Error?.Class), Is.EqualTo(("ORC3447", ErrorClass.Transient)));
        Assert.That(_rig.Query("select count(*) from t"), Is.EqualTo(new[] { "0" }));
        Assert.That(Kept("\"ReplayedBy\", \"Reason\""), Is.EqualTo(new[] { "∅|RangeLoss" }));
    }

    [Test]
    public void Rows_that_somebody_changes_meanwhile_are_not_loaded_as_they_were_before()
    {
        var load = Load(LoadPattern.Append);
        Run(load, "1,one,bad");
        Correct("bad", "5");
        var looks = 0;

        var result = Replay(load, () =>
        {
            // The second time all is read, and the transaction is about to mark it.
            if (++looks == 2 && IsServer)
            {
                Correct("one", "won");
            }

            return new PastLoads(_past);
        });

        // In SQLite the transaction has the whole file for itself.
        Assert.That(result.Error?.Code, Is.EqualTo(IsServer ? "ORC3447" : null));
        Assert.That(_rig.Query("select count(*) from t"), Is.EqualTo(new[] { IsServer ? "0" : "1" }));
        Assert.That(Replay(load).Counts.Inserted, Is.EqualTo(IsServer ? 1 : 0), "the next time");
        Assert.That(_rig.Query("select \"Name\" from t"), Is.EqualTo(new[] { IsServer ? "won" : "one" }));
    }

    [Test]
    public void An_error_table_of_an_earlier_version_keeps_its_rows_and_gets_the_columns()
    {
        var load = Load(LoadPattern.Append);
        Run(load, "1,one,bad");
        foreach (var column in (string[])["RowId", "SourceRow", "ReplayedBy", "ReplayedAt"])
        {
            Execute($"ALTER TABLE {{0}} DROP COLUMN \"{column}\"");
        }

        var before = Replay(load);
        Run(load, "2,two,bad");
        Correct("bad", "5");
        var after = Replay(load);

        Assert.That(before.Warnings, Has.One.Contains("1 rows of attempt 101 in run 1 are not kept as a whole"));
        Assert.That($"{after.Counts}", Is.EqualTo("1 read = 1 inserted"), after.Error?.Message);
        Assert.That(Kept("\"Attempt\", \"RowNumber\", \"SourceRow\" IS NULL"), Has.Length.EqualTo(2));
        Assert.That(_rig.Query("select \"Id\" from t"), Is.EqualTo(new[] { "2" }));
    }

    [Test]
    public void A_row_that_stands_there_twice_is_refused_because_its_mark_would_be_that_of_both()
    {
        var load = Load(LoadPattern.Append);
        Run(load, "1,one,bad");
        Correct("bad", "5");
        Execute("INSERT INTO {0} SELECT * FROM {0}");

        var result = Replay(load);

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3447"));
        Assert.That(result.Error!.Message, Does.Contain("more than once"));
        Assert.That(_rig.Query("select count(*) from t"), Is.EqualTo(new[] { "0" }));
        Assert.That(Kept("\"ReplayedBy\""), Is.EqualTo(new[] { "∅", "∅" }));
    }

    [Test]
    public void What_is_no_row_stays_with_that_as_its_reason()
    {
        var load = Load(LoadPattern.Append);
        Run(load, "1,one,bad");
        Execute("UPDATE {0} SET \"SourceRow\" = 'oops'");

        var result = Replay(load);

        Assert.That($"{result.Counts}", Is.EqualTo("1 read = 1 rejected"), result.Error?.Message);
        Assert.That(Kept("\"Reason\", \"Code\", \"SourceRow\""), Is.EqualTo(new[] { "Shape|ORC3448|oops" }));
    }

    [Test]
    public void A_row_that_the_target_refuses_again_stays_and_the_others_are_loaded()
    {
        var load = Load(LoadPattern.Append);
        Run(load, "1,one,bad", "2,two,bad", "3,three,bad");
        Correct("bad", "5");
        _rig.Execute(IsServer ? "alter table t add constraint no_two check (\"Id\" <> 2)"
            : "create trigger no_two before insert on t when NEW.Id = 2 begin select raise(abort, 'no two'); end");

        var result = Replay(load);

        Assert.That($"{result.Counts}", Is.EqualTo("3 read = 2 inserted + 1 rejected"), result.Error?.Message);
        Assert.That(Kept("\"RowNumber\", \"Reason\", \"ReplayedBy\" IS NULL")
            .Select(row => string.Join('|', row.Split('|').Take(2))),
            Is.EqualTo(new[] { "1|RangeLoss", "2|Refused", "3|RangeLoss" }));
        Assert.That(_rig.Query("select \"Id\" from t order by 1"), Is.EqualTo(new[] { "1", "3" }));
    }

    [Test]
    public void A_hash_of_the_row_is_made_anew_and_columns_that_nobody_declared_are_found_in_the_target()
    {
        var load = Load(LoadPattern.Append) with { Columns = [] };
        load = load with
        {
            SystemColumns = [.. load.SystemColumns, new("RowHash", "RowHash", Rig.Type("binary(32)"), Origin.Default)],
        };
        Load(load, "Id,Name,Amount", "1,one,2.5");
        _rig.Execute(IsServer ? "alter table t add constraint no_two check (\"Id\" <> '2')"
            : "create trigger no_two before insert on t when NEW.Id = '2' begin select raise(abort, 'no two'); end");
        Load(load, "Id,Name,Amount", "2,two,2.5");
        _rig.Execute(IsServer ? "alter table t drop constraint no_two" : "drop trigger no_two");

        var result = Replay(load);

        Assert.That($"{result.Counts}", Is.EqualTo("1 read = 1 inserted"), result.Error?.Message);
        Assert.That(_rig.Query("select \"Id\", \"Name\" from t where \"RowHash\" is not null order by 1"),
            Is.EqualTo(new[] { "1|one", "2|two" }));
    }

    private bool IsServer => platform != Platform.Sqlite;

    private string Errors => platform == Platform.PostgreSql ? "err.t" : "err_t";

    private void OnlyWhereItIs(LoadPattern pattern)
    {
        if (platform == Platform.MariaDb && pattern == LoadPattern.DropAndReload)
        {
            Assert.Ignore("each change of a table is committed at once there, so that it is refused (ORC1325)");
        }
    }

    private string[] Kept(string columns) =>
        _rig.Query($"select {columns} from {Errors} order by \"Attempt\", \"RowNumber\"");

    private void Execute(string sql) => _rig.Execute(string.Format(null, sql, Errors));

    private void Correct(string wrong, string right) =>
        Execute($"UPDATE {{0}} SET \"SourceRow\" = replace(\"SourceRow\", '{wrong}', '{right}')");

    private ObjectDefinition Load(LoadPattern pattern) => _rig.Load(
        new LoadOptions { Pattern = Rig.Written(pattern) },
        Rig.Column("Id", "int", pattern is LoadPattern.Merge or LoadPattern.DeltaInsert ? 1 : 0),
        Rig.Column("Name", "nvarchar(8)"), Rig.Column("Amount", "decimal(9,2)")) with
    {
        SystemColumns = [new("RowAuditId", "RowAuditId", Rig.Type("bigint"), new Origin("test.yaml", 1, 1))],
        Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
    };

    private long Run(ObjectDefinition load, params string[] lines) => Load(load, ["Id,Name,Amount", .. lines]);

    private long Load(ObjectDefinition load, params string[] lines)
    {
        var result = _rig.Run(load, lines);
        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded), result.Error?.Message);
        _past.Add(new PastLoad(_rig.Rig.LastAttempt, _past.Count + 1, NodeState.Succeeded) { IsLoaded = true });
        return _rig.Rig.LastAttempt;
    }

    private PackageResult Replay(ObjectDefinition load, Func<PastLoads>? look = null) =>
        PackageKinds.All["replay"].Run(_rig.Rig.Context(load) with
        {
            Past = new() { Loads = look ?? (() => new PastLoads(_past)) },
        });
}
