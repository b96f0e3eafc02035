using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Packages.Flows;

namespace Orchestrator.Packages.Tests.Flows;

/// <summary>Rejected rows do not pile up while no batch of rows fills.</summary>
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
internal sealed class FlowRejectsTests : FlowFixture
{
    private const int Rows = 5_500;
    private readonly BatchGate _gate = new();
    private readonly List<int> _taken = [];

    [Test]
    public void Whoever_adds_many_waits_until_the_load_has_taken_them()
    {
        var rejects = new FlowRejects(Redirecting(Rig.Load("sales")), _gate, isSensitive: false);
        var adds = new Thread(() =>
        {
            for (var i = 0; i < Rows; i++)
            {
                rejects.Add("worker", "no", "row");
                rejects.AwaitRoom();
            }

            _gate.End();
        });
        adds.Start();

        TakeAll(rejects);
        adds.Join();

        Assert.That(_taken.Sum(), Is.EqualTo(Rows));
        Assert.That(_taken, Has.All.LessThanOrEqualTo(1000));
    }

    [Test]
    public void Nobody_waits_for_a_load_that_has_ended()
    {
        var rejects = new FlowRejects(Redirecting(Rig.Load("sales")), _gate, isSensitive: false);
        for (var i = 0; i < Rows; i++)
        {
            rejects.Add("worker", "no", "row");
        }

        _gate.End();

        rejects.AwaitRoom();

        TakeAll(rejects);
        Assert.That(_taken, Is.EqualTo(new[] { Rows }));
    }

    [Test]
    public void What_a_reason_quotes_is_not_told_beside_sensitive_columns([Values] bool isSensitive)
    {
        var rejects = new FlowRejects(Rig.Load("sales"), _gate, isSensitive);

        var refused = Assert.Throws<DataRefusedException>(() => rejects.Add("worker", "'Ada' is no number.", "Ada"))!;

        Assert.That(refused.Message, Does.StartWith(
            $"'worker' of the flow rejected a row: {(isSensitive ? "(hidden)" : "'Ada'")} is no number. "));
        Assert.That(refused.Rejected.Single().Message, Is.EqualTo("worker: 'Ada' is no number."), "beside its values");
    }

    private void TakeAll(FlowRejects rejects)
    {
        using var pool = new RowBatchPool(rig.Resources.Memory, [new RowColumn("Id", new SqlType(SqlTypeKind.Int))]);
        using var batch = pool.Rent(CancellationToken.None);
        bool isMore;
        do
        {
            isMore = _gate.Fill(batch);
            List<RejectedRow> rows = [];
            rejects.MoveTo(rows);
            _taken.Add(rows.Count);
        }
        while (isMore);
    }
}
