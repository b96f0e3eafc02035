using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Absorb;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Absorb;

/// <summary>A package of kind absorb: what it reads goes through the buffer into the target, and counts.</summary>
internal sealed class AbsorbTests
{
    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    [TestCase(Platform.SqlServer)]
    public void Rows_of_the_source_and_those_of_others_are_drained_and_all_are_counted(Platform platform)
    {
        using var rig = new PatternRig(platform);
        var absorb = Define(rig);
        var first = rig.Run(absorb, "K,V", "1,a", "2,a", "1,b");
        rig.Execute($"INSERT INTO {Buffer(rig)} (\"K\", \"V\") VALUES (2, 'c'), (3, 'c')");

        var second = rig.Run(absorb, "K,V", "1,d", "x,e");

        Assert.That((first.Error?.Message, second.Error?.Message), Is.EqualTo(((string?)null, (string?)null)));
        Assert.That($"{first.Counts}", Is.EqualTo("3 read = 2 inserted + 1 duplicate"));
        Assert.That($"{second.Counts}", Is.EqualTo("4 read = 1 inserted + 2 updated + 1 rejected"));
        Assert.That(
            rig.Query($"SELECT \"K\", \"V\" FROM {rig.Table} ORDER BY \"K\""),
            Is.EqualTo((string[])["1|d", "2|c", "3|c"]));
        Assert.That(second.LoadPath, Does.Contain("1 rows into 't_buffer'; 3 rows drained from 't_buffer'"));
    }

    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    public void Without_a_source_it_drains_what_others_have_written(Platform platform)
    {
        using var rig = new PatternRig(platform);
        var absorb = Define(rig) with { Source = null };
        var made = rig.Rig.Run(absorb);
        rig.Execute("INSERT INTO t_buffer (\"K\", \"V\") VALUES (1, 'a')");

        var result = rig.Rig.Run(absorb);

        Assert.That(($"{made.Counts}", $"{result.Counts}"), Is.EqualTo(("0 read = 0 inserted", "1 read = 1 inserted")));
    }

    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    public void Where_another_one_drains_it_waits_until_that_has_drained_what_it_has_loaded(Platform platform)
    {
        using var rig = new PatternRig(platform);
        var absorb = Define(rig);
        rig.Run(absorb, "K,V", "1,a");
        using var session = DatabaseAccess.ToTarget(rig.Rig.Context(absorb)).Open();
        var sql = AbsorbTables.Of(absorb, session.Platform.Dialect).Sql;
        using var lease = DrainLease.Take(session, sql, DrainOwner.New("another"), CancellationToken.None);
        var other = new Drain(
            session, sql, lease, new BatchSize(100, TimeSpan.FromSeconds(1)), 0, TimeProvider.System);
        var heldBy = "";
        rig.Rig.HeldUp = over =>
        {
            heldBy += over;
            other.Next(100, CancellationToken.None);
        };

        var result = rig.Run(absorb, "K,V", "1,b");

        Assert.That((result.Outcome, heldBy), Is.EqualTo((NodeState.Succeeded, heldBy)));
        Assert.That(heldBy, Does.Contain("t_buffer', which another drains"));
        Assert.That(result.LoadPath, Does.EndWith("by another one"));
        Assert.That(rig.Query("SELECT \"V\" FROM t"), Is.EqualTo((string[])["b"]));
    }

    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    public void A_buffer_that_is_made_anew_goes_on_with_numbers_behind_those_of_the_target(Platform platform)
    {
        using var rig = new PatternRig(platform);
        var absorb = Define(rig);
        rig.Run(absorb, "K,V", "1,a", "2,a", "1,b");
        rig.Execute("DROP TABLE t_buffer");

        rig.Run(absorb, "K,V", "1,c");

        Assert.That(rig.Query("SELECT \"K\", \"V\", \"RowBufferId\" FROM t ORDER BY \"K\""),
            Is.EqualTo((string[])["1|c|4", "2|a|2"]));
    }

    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    public void A_target_without_the_column_for_numbers_is_refused_with_what_to_do(Platform platform)
    {
        using var rig = new PatternRig(platform);
        rig.Execute("CREATE TABLE t (\"K\" int PRIMARY KEY, \"V\" varchar(9))");

        var result = rig.Run(Define(rig), "K,V", "1,a");

        Assert.That((result.Outcome, result.Error?.Code), Is.EqualTo((NodeState.Failed, "ORC3570")));
        Assert.That(result.Error!.Message, Does.Contain("'RowBufferId'").And.Contain("Add it."));
    }

    [Test]
    public void A_target_whose_key_may_come_twice_is_refused_with_what_to_do()
    {
        using var rig = new PatternRig(Platform.PostgreSql);
        rig.Execute("CREATE TABLE t (\"K\" int, \"V\" varchar(9), \"RowBufferId\" bigint)");

        var result = rig.Run(Define(rig), "K,V", "1,a");

        Assert.That((result.Outcome, result.Error?.Code), Is.EqualTo((NodeState.Failed, "ORC3573")));
        Assert.That(result.Error!.Message, Does.Contain("CREATE UNIQUE INDEX"));
    }

    [Test]
    public void A_buffer_that_a_crash_empties_is_called_lossy()
    {
        using var rig = new PatternRig(Platform.PostgreSql);
        var absorb = Define(rig);

        var result = rig.Run(absorb with { Absorb = absorb.Absorb! with { Persisted = false } }, "K,V", "1,a");

        Assert.That(result.Warnings, Has.Some.StartsWith("'t_buffer' is lossy"));
        Assert.That(
            rig.Query("SELECT relpersistence FROM pg_class WHERE relname = 't_buffer'"), Is.EqualTo((string[])["u"]));
        Assert.That(rig.Query("SELECT relpersistence FROM pg_class WHERE relkind = 'S'"), Is.EqualTo((string[])["p"]),
            "else numbers would begin anew after a crash, and no row would be newer than what is there");
    }

    [Test]
    public void Whether_a_buffer_is_lossy_is_told_from_the_table_and_where_the_metadata_say_something_else()
    {
        using var rig = new PatternRig(Platform.PostgreSql);
        var absorb = Define(rig) with { Source = null };
        var access = new BufferAccess(rig.Rig.Context(absorb), "test");
        access.Create(isDry: false);
        var before = (access.Status().IsLossy, access.Warning());

        rig.Execute("ALTER TABLE t_buffer SET UNLOGGED");

        Assert.That(before, Is.EqualTo((false, (string?)null)));
        Assert.That(access.Status().IsLossy, Is.True);
        Assert.That(
            access.Warning(), Does.Contain("is lossy").And.Contain("although the metadata say `persisted: true`"));
        Assert.That(rig.Rig.Run(absorb).Warnings, Has.Some.Contains("is lossy"));
    }

    [Test]
    public void A_buffer_that_is_persisted_although_the_metadata_say_otherwise_is_not_called_lossy()
    {
        using var rig = new PatternRig(Platform.PostgreSql);
        var absorb = Define(rig) with { Source = null };
        new BufferAccess(rig.Rig.Context(absorb), "test").Create(isDry: false);
        var access = new BufferAccess(
            rig.Rig.Context(absorb with { Absorb = absorb.Absorb! with { Persisted = false } }), "test");

        Assert.That(access.Status().IsLossy, Is.False);
        Assert.That(access.Warning(), Does.Contain("is persisted, although").And.Contain("absorb drain"));
    }

    public static ObjectDefinition Define(PatternRig rig) => rig.Load(
        new LoadOptions { Pattern = Rig.Written(LoadPattern.Merge) },
        Rig.Column("K", "int", key: 1) with { Nullable = false }, Rig.Column("V", "varchar(9)")) with
    {
        Kind = "absorb",
        Absorb = new AbsorbOptions(),
        Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
        SystemColumns = [new SystemColumn("RowBufferId", "RowBufferId", Rig.Type("bigint"), Origin.Default)],
    };

    private static string Buffer(PatternRig rig) => $"{rig.Table}_buffer";
}
