using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Target;

/// <summary>Append without a watermark, behind an attempt that was committed and never recorded.</summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class AppendAgainTests(Platform platform)
{
    private PatternRig _rig = null!;

    [SetUp]
    public void Make() => _rig = new PatternRig(platform);

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void Rows_of_attempts_that_do_not_count_are_taken_back_by_their_audit_id_and_no_others()
    {
        var load = Load() with { SystemColumns = [Audit] };
        Run(load, []);
        var counted = _rig.Rig.LastAttempt;
        Run(load, []);
        var lost = _rig.Rig.LastAttempt;

        var result = Run(load, [lost]);

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(_rig.Query("select \"RowAuditId\" from t order by 1"),
            Is.EqualTo(new[] { $"{counted}", $"{_rig.Rig.LastAttempt}" }));
    }

    [TestCase(NodeState.EndedUnexpectedly, ErrorClass.Transient, false)]
    [TestCase(NodeState.Failed, ErrorClass.OutcomeUnknown, false)]
    [TestCase(NodeState.Failed, ErrorClass.Transient, true)]
    [TestCase(NodeState.Cancelled, null, true)]
    public void Without_that_column_nothing_is_added_behind_one_that_nobody_knows_the_end_of(
        NodeState state, ErrorClass? error, bool adds)
    {
        Run(Load(), []);

        var result = Run(Load(), [], new EarlierAttempt(7, 71, state, error));

        Assert.That(result.Error?.Code, Is.EqualTo(adds ? null : "ORC3445"));
        Assert.That(_rig.Query("select count(*) from t"), Is.EqualTo(new[] { adds ? "2" : "1" }));
        Assert.That(Run(Load() with { SystemColumns = [Audit], Target = Load().Target with { Name = "u" } }, [],
            new EarlierAttempt(7, 71, state, error)).Error?.Message, Is.Null, "with the column it is no question");
    }

    private static SystemColumn Audit =>
        new("RowAuditId", "RowAuditId", Rig.Type("bigint"), new Origin("test.yaml", 1, 1));

    private ObjectDefinition Load() => _rig.Load(
        new LoadOptions { Pattern = Rig.Written(LoadPattern.Append) }, Rig.Column("Id", "int"));

    private PackageResult Run(ObjectDefinition load, long[] unfinished, EarlierAttempt? earlier = null)
    {
        _rig.Rig.Write("t.csv", "Id\n1\n");
        return PackageKinds.All["load"].Run(_rig.Rig.Context(load) with
        {
            Past = new()
            {
                Unfinished = () => unfinished,
                Earlier = () => earlier,
            },
        });
    }
}
