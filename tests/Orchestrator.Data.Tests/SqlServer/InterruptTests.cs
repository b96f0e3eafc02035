using Microsoft.Data.SqlClient;
using Orchestrator.Data.SqlServer;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>Stopping what a session is at, from another thread.</summary>
internal sealed class InterruptTests
{
    [Test]
    public async Task A_slow_statement_is_cancelled()
    {
        using var scripted = new ScriptedDatabase();
        var gate = new Gate();
        scripted.Server.On("slow", reply => reply.Wait(gate));
        using var database = scripted.Open();
        database.Begin(CancellationToken.None);

        var work = Task.Run(() => Assert.Catch<SqlException>(() => database.Execute("slow")));
        await gate.Reached;
        database.Interruption.Begin();
        var thrown = await work;

        Assert.That(Databases.Platform.Explain(thrown!)!.Class, Is.EqualTo(DatabaseFaultClass.Cancelled));
        Assert.That(scripted.Server.Sessions, Has.Count.EqualTo(1));
    }

    [Test]
    public async Task A_statement_that_begins_behind_the_order_is_cancelled_when_that_comes_again()
    {
        using var scripted = new ScriptedDatabase();
        var gate = new Gate();
        var clock = new LadderClock();
        scripted.Server.On("slow", reply => reply.Wait(gate));
        using var database = scripted.Open(time: clock);
        database.Begin(CancellationToken.None);
        using var stop = new CancellationTokenSource();
        using var asked = database.Interruption.On(stop.Token);
        await stop.CancelAsync();

        var work = Task.Run(() => Assert.Catch<SqlException>(() => database.Execute("slow")));
        await gate.Reached;
        clock.Fire();
        var thrown = await work;

        Assert.That(Databases.Platform.Explain(thrown!)!.Class, Is.EqualTo(DatabaseFaultClass.Cancelled));
        Assert.That(scripted.Server.Sessions, Has.Count.EqualTo(1));
    }

    [Test]
    public async Task A_session_that_was_stopped_can_begin_again()
    {
        using var scripted = new ScriptedDatabase();
        var gate = new Gate();
        scripted.Server.On("slow", reply => reply.Wait(gate));
        scripted.Server.On("fails", reply => reply.Error(1205, "deadlock"));
        using var database = scripted.Open();
        database.Begin(CancellationToken.None);
        var work = Task.Run(() => Assert.Catch(() => database.Execute("slow")));
        await gate.Reached;
        database.Interruption.Begin();
        await work;

        database.Rollback();
        database.Begin(CancellationToken.None);
        var thrown = Assert.Catch(() => database.Execute("fails"))!;

        Assert.That(Databases.Platform.Explain(thrown)!.Class, Is.EqualTo(DatabaseFaultClass.Transient));
    }

    [Test]
    public async Task A_bulk_copy_that_is_blocked_while_it_sends_is_ended_through_another_session()
    {
        using var scripted = new ScriptedDatabase();
        var gate = new Gate();
        var clock = new LadderClock();
        scripted.Table("T", "a int");
        scripted.Server.OnBulk("dbo.T", (_, reply) => reply.Wait(gate));
        using var database = scripted.Open(time: clock);
        database.Begin(CancellationToken.None);
        using var writer = database.Write(
            new TableName("dbo", "T"), [new RowColumn("a", Databases.Type("int"))], [], new WriteOptions());
        var work = Task.Run(() => Assert.Catch(() => WriteUntilItFails(writer)));
        await gate.Reached;

        database.Interruption.Begin();
        clock.Fire();
        var thrown = await work;

        Assert.That(thrown, Is.InstanceOf<OperationCanceledException>().Or.InstanceOf<SqlException>());
        Assert.That(
            Databases.Platform.Explain(thrown!)?.Class ?? DatabaseFaultClass.Cancelled,
            Is.EqualTo(DatabaseFaultClass.Cancelled));
        Assert.That(scripted.Server.Recorder.Of(2),
            Does.Contain($"batch {SqlServerDialect.Kill(scripted.Server.Sessions[0].Id)}"));
        gate.Open();
    }

    [Test]
    public void A_session_that_got_the_number_of_ours_is_not_ended()
    {
        using var scripted = new ScriptedDatabase();
        using var other = new SqlConnection(
            Databases.ConnectionTo(scripted.Server) + ";Application Name=somebody else;Pooling=False");
        other.Open();
        var number = scripted.Server.Sessions[^1].Id;
        using var beside = new SqlConnection(Databases.ConnectionTo(scripted.Server)
            + ";Application Name=orchestrator;Pooling=False");
        beside.Open();

        using var kill = new SqlCommand(SqlServerDialect.Kill(number), beside);
        kill.ExecuteNonQuery();

        using var still = new SqlCommand("select @@spid", other);
        Assert.That(still.ExecuteScalar(), Is.EqualTo((short)number));
    }

    [Test]
    public async Task A_stop_before_the_first_row_batch_ends_the_copy_that_waits_for_the_next()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Table("T", "a int");
        using var database = scripted.Open();
        database.Begin(CancellationToken.None);
        using var batch = Databases.Numbers(3);

        var work = Task.Run(() =>
        {
            using var writer = database.Write(
                new TableName("dbo", "T"), [new RowColumn("a", Databases.Type("int"))], [], new WriteOptions());
            database.Interruption.Begin();
            return Assert.Throws<OperationCanceledException>(() => writer.Write(batch, 0, batch.Count));
        });

        Assert.That((await work.WaitAsync(TimeSpan.FromMinutes(5)))!.Message, Does.Contain("dbo.T was stopped"));
        Assert.That(scripted.Server.Sessions, Has.Count.EqualTo(1));
    }

    [Test]
    public void What_ends_in_time_is_not_killed()
    {
        using var scripted = new ScriptedDatabase();
        var clock = new LadderClock();
        scripted.Server.On("quick", _ => { });
        using var database = scripted.Open(time: clock);

        database.Execute("quick");
        database.Interruption.Begin();
        clock.Fire();

        Assert.That(scripted.Server.Sessions, Has.Count.EqualTo(1));
    }

    private static void WriteUntilItFails(IBulkWriter writer)
    {
        using var batch = Databases.Numbers(8000);
        while (true)
        {
            writer.Write(batch, 0, batch.Count);
        }
    }
}
