using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Target;

/// <summary>Loads of several commits into tables that refuse or leave out rows after the first of them.</summary>
internal sealed class LateRefusalTests
{
    private PatternRig _rig = null!;

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase(LoadPattern.Append, Swap.Auto, true)]
    [TestCase(LoadPattern.Append, Swap.Auto, false)]
    [TestCase(LoadPattern.Merge, Swap.Auto, true)]
    [TestCase(LoadPattern.DeltaInsert, Swap.Auto, true)]
    [TestCase(LoadPattern.TruncateInsert, Swap.Transaction, true)]
    [TestCase(LoadPattern.TruncateInsert, Swap.InPlace, true)]
    public void A_row_that_a_deferred_constraint_refuses_is_rejected_in_any_of_several_transactions(
        LoadPattern pattern, Swap swap, bool isKey)
    {
        _rig = new PatternRig(Platform.PostgreSql);
        _rig.Execute("CREATE TABLE p (v int PRIMARY KEY); INSERT INTO p VALUES (1); "
            + "CREATE TABLE t (\"Id\" int, \"V\" int"
            + (isKey ? " REFERENCES p DEFERRABLE INITIALLY DEFERRED)"
                : ", \"U\" int GENERATED ALWAYS AS (abs(\"V\" - 1) + \"Id\" % 4) STORED, "
                    + "UNIQUE (\"U\") DEFERRABLE INITIALLY DEFERRED)"));

        var result = _rig.Run(Load(pattern, swap), "Id,V", "1,1", "2,1", "3,1", isKey ? "4,9" : "5,1", "6,1", "8,1");

        Assert.That($"{result.Error?.Code} {result.Counts}", Is.EqualTo(isKey
            ? " 6 read = 5 inserted + 1 rejected" : " 6 read = 4 inserted + 2 rejected"), result.Error?.Message);
    }

    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    public void Rows_that_are_left_out_behind_a_commit_do_not_hide_that_it_stands(Platform platform)
    {
        _rig = new PatternRig(platform);
        _rig.Execute("CREATE TABLE t (\"Id\" INTEGER, \"V\" INTEGER)");
        _rig.Execute(platform == Platform.Sqlite
            ? "CREATE TRIGGER less BEFORE INSERT ON t WHEN NEW.Id = 3 BEGIN SELECT RAISE(IGNORE); END"
            : "CREATE FUNCTION less() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; "
                + "CREATE TRIGGER less BEFORE INSERT ON t FOR EACH ROW WHEN (NEW.\"Id\" = 3) EXECUTE FUNCTION less()");

        var result = _rig.Run(
            Load(LoadPattern.TruncateInsert, Swap.InPlace), "Id,V", "1,1", "2,1", "3,1", "4,1", "5,1");

        var held = _rig.Query("SELECT count(*) FROM t")[0];
        Assert.That(result.Error?.Code, Is.EqualTo("ORC3407"), result.Error?.Message);
        Assert.That(held, Is.EqualTo("3"));
        Assert.That(result.Error!.Message, Does.Contain("A trigger or another writer changed it; what was committed "
            + "before stands, as `swap: inPlace` with `commitRows` says").And.Not.Contain("nothing was published"));
    }

    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    public void A_commit_of_rows_that_are_all_rejected_has_emptied_the_table_and_is_told(Platform platform)
    {
        _rig = new PatternRig(platform);
        _rig.Execute("CREATE TABLE t (\"Id\" INTEGER, \"V\" INTEGER)");
        _rig.Execute("INSERT INTO t VALUES (9, 9)");
        _rig.Execute(platform == Platform.Sqlite
            ? "CREATE TRIGGER less BEFORE INSERT ON t BEGIN SELECT CASE NEW.Id WHEN 3 THEN RAISE(IGNORE) "
                + "ELSE RAISE(ABORT, 'no') END; END"
            : "CREATE FUNCTION less() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.\"Id\" <> 3 THEN "
                + "RAISE EXCEPTION 'no' USING ERRCODE = 'check_violation'; END IF; RETURN NULL; END $$; "
                + "CREATE TRIGGER less BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION less()");

        var result = _rig.Run(Load(LoadPattern.TruncateInsert, Swap.InPlace), "Id,V", "1,1", "2,1", "3,1");

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3407"), result.Error?.Message);
        Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo((string[])["0"]), "the row of before has gone");
        Assert.That(result.Error!.Message, Does.Contain("what was committed before stands")
            .And.Not.Contain("nothing was published"));
    }

    private ObjectDefinition Load(LoadPattern pattern, Swap swap) => _rig.Load(
        new LoadOptions
        {
            Pattern = Rig.Written(pattern),
            Swap = Rig.Written(swap),
            CommitRows = Rig.Written(2L),
        },
        Rig.Column("Id", "int", key: 1) with { Nullable = false }, Rig.Column("V", "int")) with
    {
        Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
    };
}
