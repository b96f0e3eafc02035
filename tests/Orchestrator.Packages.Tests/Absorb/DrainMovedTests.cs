using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Absorb;

/// <summary>Values of a unique key that move between the rows of a target: what PostgreSQL needs for that.</summary>
internal sealed class DrainMovedTests
{
    private PatternRig _rig = null!;

    [SetUp]
    public void Make()
    {
        _rig = new PatternRig(Platform.PostgreSql);
        _rig.Rig.Run(Drained);
        _rig.Execute("CREATE UNIQUE INDEX u ON t (\"V\")");
        Add((1, "x"), (2, "z"));
        _rig.Rig.Run(Drained);
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void A_unique_value_moves_also_where_nobody_may_make_temporary_tables()
    {
        Add((2, "x"), (1, "y"), (3, "y"), (4, "d"));
        _rig.LogIn("""
            REVOKE ALL ON DATABASE DATABASE FROM PUBLIC; GRANT CONNECT, CREATE ON DATABASE DATABASE TO ROLE;
            GRANT ALL ON SCHEMA public, orchestrator TO ROLE;
            GRANT ALL ON ALL TABLES IN SCHEMA public, orchestrator TO ROLE
            """);

        var result = _rig.Rig.Run(Drained);

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That($"{result.Counts}", Is.EqualTo("4 read = 1 inserted + 2 updated + 1 rejected"));
        Assert.That(
            _rig.Query("SELECT \"K\", \"V\" FROM t ORDER BY 1"), Is.EqualTo((string[])["1|y", "2|x", "4|d"]));
        Assert.That(WorkTables(), Is.Empty);
    }

    [Test]
    public void No_work_table_is_left_where_no_row_was_taken()
    {
        Add((1, "z"), (2, "x"));
        _rig.Execute("""
            CREATE FUNCTION stay() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN IF EXISTS (SELECT 1 FROM pg_tables WHERE tablename LIKE 'taken%') THEN RETURN NULL; END IF;
              RETURN old; END $$;
            CREATE TRIGGER b_stay BEFORE DELETE ON t_buffer FOR EACH ROW EXECUTE FUNCTION stay()
            """);

        var result = _rig.Rig.Run(Drained);

        Assert.That((result.Error?.Message, $"{result.Counts}"), Is.EqualTo(((string?)null, "0 read = 0 inserted")));
        Assert.That(_rig.Query("SELECT \"K\" FROM t_buffer"), Is.EqualTo((string[])["1", "2"]));
        Assert.That(WorkTables(), Is.Empty);
    }

    private ObjectDefinition Drained => AbsorbTests.Define(_rig) with { Source = null };

    private void Add(params (int Key, string Value)[] rows) => _rig.Execute(
        "INSERT INTO t_buffer (\"K\", \"V\") VALUES "
        + string.Join(", ", rows.Select(row => $"({row.Key}, '{row.Value}')")));

    private string[] WorkTables() => _rig.Query("SELECT tablename FROM pg_tables WHERE tablename LIKE 'taken%'");
}
