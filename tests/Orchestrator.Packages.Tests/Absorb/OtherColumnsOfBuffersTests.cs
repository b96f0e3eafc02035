using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Absorb;

/// <summary>Columns that the metadata do not name, in a table that a buffer is drained into.</summary>
internal sealed class OtherColumnsOfBuffersTests
{
    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    [TestCase(Platform.SqlServer)]
    public void Rows_that_are_drained_leave_them_alone(Platform platform)
    {
        using var rig = new PatternRig(platform);
        var absorb = AbsorbTests.Define(rig);
        rig.Run(absorb, "K,V", "1,a");
        rig.Execute($"ALTER TABLE {rig.Table} ADD kept varchar(10)");
        rig.Execute($"ALTER TABLE {rig.Table} ADD made integer NOT NULL DEFAULT 7");
        rig.Execute($"UPDATE {rig.Table} SET kept = 'x'");

        var result = rig.Run(absorb, "K,V", "1,b", "2,c");

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(
            rig.Query("SELECT \"K\" AS k, \"V\" AS v, coalesce(kept, '-') AS kept, made "
                + $"FROM {rig.Table} ORDER BY \"K\""),
            Is.EqualTo((string[])["1|b|x|7", "2|c|-|7"]));
    }

    [TestCase(Platform.PostgreSql)]
    [TestCase(Platform.SqlServer)]
    public void One_that_nothing_fills_is_refused_before_anything_is_drained(Platform platform)
    {
        using var rig = new PatternRig(platform);
        var absorb = AbsorbTests.Define(rig);
        rig.Run(absorb, "K,V", "1,a");
        rig.Execute($"DELETE FROM {rig.Table}");
        rig.Execute($"ALTER TABLE {rig.Table} ADD must integer NOT NULL");

        var result = rig.Run(absorb, "K,V", "1,b");

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3603"), result.Error?.Message);
        Assert.That(result.Error!.Message, Does.Contain("'must'"));
    }

    [Test]
    public void One_that_a_trigger_fills_is_left_to_it()
    {
        using var rig = new PatternRig(Platform.PostgreSql);
        var absorb = AbsorbTests.Define(rig);
        rig.Run(absorb, "K,V", "1,a");
        rig.Execute($"ALTER TABLE {rig.Table} ADD must integer");
        rig.Execute($"UPDATE {rig.Table} SET must = 1");
        rig.Execute($"ALTER TABLE {rig.Table} ALTER must SET NOT NULL");
        rig.Execute("CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS "
            + "'BEGIN NEW.must := coalesce(NEW.must, 7); RETURN NEW; END'");
        rig.Execute($"CREATE TRIGGER filling BEFORE INSERT ON {rig.Table} FOR EACH ROW EXECUTE FUNCTION fill()");

        var result = rig.Run(absorb, "K,V", "1,b", "2,c");

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(
            rig.Query($"SELECT \"K\" AS k, \"V\" AS v, must FROM {rig.Table} ORDER BY \"K\""),
            Is.EqualTo((string[])["1|b|1", "2|c|7"]));
    }

    [Test]
    public void The_buffer_itself_has_none_beside_its_own()
    {
        using var rig = new PatternRig(Platform.Sqlite);
        var absorb = AbsorbTests.Define(rig);
        rig.Run(absorb, "K,V", "1,a");
        rig.Execute("ALTER TABLE t_buffer ADD kept varchar(10)");

        var result = rig.Run(absorb with { Target = absorb.Target with { Create = false } }, "K,V", "1,b");

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3401"), result.Error?.Message);
        Assert.That(result.Error!.Message, Does.Not.Contain("otherColumns"));
    }
}
