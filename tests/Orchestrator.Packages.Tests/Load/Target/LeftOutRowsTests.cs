using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Target;

/// <summary>Rows that a trigger of the target leaves out or takes away: no load ends well without them.</summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class LeftOutRowsTests(Platform platform)
{
    private const string StatementTold = "did not take every row";
    private const string RowsTold = "rows after the load, but";

    private PatternRig _rig = null!;

    [SetUp]
    public void Make()
    {
        _rig = new PatternRig(platform);
        _rig.Run(Load(LoadPattern.Append), "Id", "1");
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase(LoadPattern.Append, 0, RowsTold)]
    [TestCase(LoadPattern.Append, 100, StatementTold)]
    [TestCase(LoadPattern.TruncateInsert, 0, StatementTold)]
    public void A_row_that_a_trigger_leaves_out_fails_the_load(LoadPattern pattern, long commitRows, string told)
    {
        Trigger("BEFORE", sqlite: "SELECT RAISE(IGNORE)", server: "RETURN NULL");

        var result = _rig.Run(Load(pattern, commitRows), "Id", "2", "3", "4");

        Refused(result, told);
    }

    [TestCase(LoadPattern.Merge)]
    [TestCase(LoadPattern.DeltaInsert)]
    public void A_row_that_a_trigger_leaves_out_is_not_said_to_be_a_key_that_stands_there_twice(LoadPattern pattern)
    {
        Trigger("BEFORE", sqlite: "SELECT RAISE(IGNORE)", server: "RETURN NULL");
        var load = Load(pattern) with { Columns = [Rig.Column("Id", "int", key: 1)] };

        var result = _rig.Run(load, "Id", "2", "3", "4");

        Refused(result, "1 of 3 rows were left out by the table");
    }

    [TestCase(LoadPattern.Append, 0)]
    [TestCase(LoadPattern.Append, 100)]
    [TestCase(LoadPattern.TruncateInsert, 0)]
    public void A_row_that_a_trigger_takes_away_again_fails_the_load(LoadPattern pattern, long commitRows)
    {
        Trigger("AFTER", sqlite: "DELETE FROM t WHERE Id = 3", server: "DELETE FROM t WHERE \"Id\" = 3");

        var result = _rig.Run(Load(pattern, commitRows), "Id", "2", "3", "4");

        Refused(result, RowsTold);
    }

    private void Refused(PackageResult result, string told)
    {
        Assert.That((result.Outcome, result.Error?.Code), Is.EqualTo((NodeState.Failed, "ORC3407")));
        Assert.That(result.Error!.Message, Does.Contain(told));
        Assert.That(_rig.Query("""SELECT "Id" FROM t"""), Is.EqualTo((string[])["1"]));
    }

    private void Trigger(string when, string sqlite, string server) => _rig.Execute(_rig.IsServer
        ? $"""
            CREATE FUNCTION less() RETURNS trigger LANGUAGE plpgsql AS
              $$ BEGIN IF NEW."Id" = 3 THEN {server}; END IF; RETURN NEW; END $$;
            CREATE TRIGGER less {when} INSERT ON t FOR EACH ROW EXECUTE FUNCTION less()
            """
        : $"CREATE TRIGGER less {when} INSERT ON t WHEN NEW.Id = 3 BEGIN {sqlite}; END");

    private ObjectDefinition Load(LoadPattern pattern, long commitRows = 0) => _rig.Load(
        new LoadOptions
        {
            Pattern = Rig.Written(pattern),
            Swap = Rig.Written(Swap.Transaction),
            CommitRows = Rig.Written(commitRows),
        },
        Rig.Column("Id", "int"));
}
