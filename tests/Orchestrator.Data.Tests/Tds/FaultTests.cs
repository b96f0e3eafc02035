using System.Data;
using Microsoft.Data.SqlClient;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.Tds;

/// <summary>Errors, cancelled commands and cut connections, as the client meets them.</summary>
internal sealed class FaultTests
{
    [Test]
    public void An_error_reaches_the_client_with_all_its_parts()
    {
        using var server = TdsServer.Start();
        server.On("work", reply => reply.Error(new ServerMessage(50123, "No.")
        {
            Class = 14,
            State = 3,
            Line = 7,
            Procedure = "dbo.Load",
        }));

        using var connection = server.Open();
        var error = Assert.Throws<SqlException>(() => connection.Ask("work")).Errors[0];

        Assert.That(
            (error.Number, error.Message, error.Class, error.State, error.LineNumber, error.Procedure),
            Is.EqualTo((50123, "No.", (byte)14, (byte)3, 7, "dbo.Load")));
        Assert.That(connection.State, Is.EqualTo(ConnectionState.Open));
    }

    [Test]
    public void An_error_in_a_procedure_reaches_the_client()
    {
        using var server = TdsServer.Start();
        server.OnProcedure("Load", reply => reply.Done(3).Error(50123, "No."));

        using var connection = server.Open();
        using var command = connection.Command("Load");
        command.CommandType = CommandType.StoredProcedure;

        Assert.That(command.ExecuteNonQuery, Throws.TypeOf<SqlException>().With.Property("Number").EqualTo(50123));
        Assert.That(connection.State, Is.EqualTo(ConnectionState.Open));
    }

    [Test]
    public void An_error_of_class_20_closes_the_connection()
    {
        using var server = TdsServer.Start();
        server.On("work", reply => reply.Error(ServerErrors.Shutdown));

        using var connection = server.Open();

        Assert.That(() => connection.Ask("work"), Throws.TypeOf<SqlException>().With.Property("Number").EqualTo(6005));
        Assert.That(connection.State, Is.EqualTo(ConnectionState.Closed));
    }

    [Test]
    public void What_the_script_does_not_know_is_refused_with_its_text()
    {
        using var server = TdsServer.Start();

        using var connection = server.Open();

        Assert.That(() => connection.Ask("select  nothing\nfrom t"), Throws.TypeOf<SqlException>()
            .With.Message.Contains("batch select nothing from t"));
    }

    [TestCase("set lock_timeout -1")]
    [TestCase("set nocount on")]
    [TestCase("set xact_abort on; set transaction isolation level snapshot;")]
    public void Settings_of_the_session_need_no_script(string sql)
    {
        using var server = TdsServer.Start();

        using var connection = server.Open();

        Assert.That(() => connection.Ask(sql), Throws.Nothing);
        Assert.That(() => connection.Ask(sql + " select 1"), Throws.TypeOf<SqlException>());
    }

    [Test]
    public void What_a_handler_throws_reaches_the_client_and_the_test()
    {
        using var server = TdsServer.Start();
        server.On("work", _ => throw new InvalidOperationException("my mistake"));

        using var connection = server.Open();

        Assert.That(() => connection.Ask("work"), Throws.TypeOf<SqlException>().With.Message.Contains("my mistake"));
        Assert.That(server.Failures.Single(), Is.TypeOf<InvalidOperationException>());
    }

    [Test]
    public void A_connection_can_be_cut_before_an_answer()
    {
        using var server = TdsServer.Start();
        server.On("work", reply => reply.Cut());

        using var connection = server.Open();

        Assert.That(() => connection.Ask("work"), Throws.TypeOf<SqlException>());
        Assert.That(connection.State, Is.EqualTo(ConnectionState.Closed));
    }

    [Test]
    public void A_connection_can_be_cut_in_the_middle_of_an_answer()
    {
        using var server = TdsServer.Start();
        server.On("select 1", reply => reply.Rows(["n int"], [1], [2]).Cut());

        using var connection = server.Open();
        using var reader = connection.Command("select 1").ExecuteReader();
        reader.Read();

        Assert.That(reader.GetInt32(0), Is.EqualTo(1));
        Assert.That(() => reader.Read() && reader.Read(), Throws.TypeOf<SqlException>());
    }

    [Test]
    public void A_connection_can_be_cut_after_an_answer()
    {
        using var server = TdsServer.Start();
        server.On("work", reply => reply.Value("int", 1).Send().Cut());

        using var connection = server.Open();

        Assert.That(connection.Ask("work"), Is.EqualTo(1));
        Assert.That(() => connection.Ask("work"), Throws.TypeOf<SqlException>());
    }

    [Test]
    public async Task A_connection_can_be_cut_from_outside()
    {
        using var server = TdsServer.Start();
        var gate = new Gate();
        server.On("work", reply => reply.Wait(gate));

        using var connection = server.Open();
        var work = Task.Run(() => connection.Ask("work"));
        await gate.Reached;
        server.Sessions[0].Cut();

        Assert.That(async () => await work, Throws.TypeOf<SqlException>());
    }

    [Test]
    public async Task A_second_connection_can_kill_a_session_by_its_number()
    {
        using var server = TdsServer.Start();
        var gate = new Gate();
        server.On("work", reply => reply.Wait(gate));

        using var connection = server.Open();
        using var killer = server.Open();
        var id = connection.Ask("select @@spid");
        var work = Task.Run(() => connection.Ask("work"));
        await gate.Reached;
        killer.Ask($"kill {id}");

        Assert.That(async () => await work, Throws.TypeOf<SqlException>());
        Assert.That(() => killer.Ask("kill 999"), Throws.TypeOf<SqlException>().With.Property("Number").EqualTo(6106));
    }

    [Test]
    public async Task A_slow_answer_comes_when_the_test_lets_it()
    {
        using var server = TdsServer.Start();
        var gate = new Gate();
        server.On("work", reply => reply.Wait(gate).Value("int", 1));

        using var connection = server.Open();
        var work = Task.Run(() => connection.Ask("work"));
        await gate.Reached;
        var before = work.IsCompleted;
        gate.Open();

        Assert.That((before, await work), Is.EqualTo((false, (object)1)));
    }

    [Test]
    public async Task A_command_that_waits_can_be_cancelled()
    {
        using var server = TdsServer.Start();
        var gate = new Gate();
        server.On("work", reply => reply.Wait(gate));
        server.On("select 1", reply => reply.Value("int", 1));

        using var connection = server.Open();
        using var command = connection.Command("work");
        var work = Task.Run(command.ExecuteNonQuery);
        await gate.Reached;
        command.Cancel();

        Assert.That(async () => await work, Throws.TypeOf<SqlException>().With.Message.Contains("cancelled by user"));
        Assert.That(connection.Ask("select 1"), Is.EqualTo(1));
        Assert.That(server.Recorder.Of(1), Does.Contain("attention"));
    }

    [Test]
    public void A_reader_can_be_cancelled_in_an_endless_result()
    {
        using var server = TdsServer.Start();
        server.On("select n", reply => reply.Rows([Column.Parse("n int")], Endless()));
        server.On("select 1", reply => reply.Value("int", 1));

        using var connection = server.Open();
        using var command = connection.Command("select n");
        using (var reader = command.ExecuteReader())
        {
            reader.Read();
            command.Cancel();
        }

        Assert.That(connection.Ask("select 1"), Is.EqualTo(1));
        Assert.That(server.Recorder.Of(1), Does.Contain("attention"));
    }

    [Test]
    public async Task An_asynchronous_command_is_cancelled_by_its_token()
    {
        using var server = TdsServer.Start();
        var gate = new Gate();
        server.On("work", reply => reply.Wait(gate));
        using var stop = new CancellationTokenSource();

        await using var connection = new SqlConnection(server.ConnectionString);
        await connection.OpenAsync();
        var work = connection.Command("work").ExecuteNonQueryAsync(stop.Token);
        await gate.Reached;
        await stop.CancelAsync();

        Assert.That(async () => await work, Throws.InstanceOf<Exception>());
        Assert.That(connection.Ask("select @@spid"), Is.EqualTo(server.Sessions[0].Id));
    }

    [Test]
    public void A_server_that_restarts_cuts_everybody_and_takes_new_connections()
    {
        using var server = TdsServer.Start();

        using var one = server.Open();
        server.CutAll();

        Assert.That(() => one.Ask("select @@spid"), Throws.TypeOf<SqlException>());
        using var other = server.Open();
        Assert.That(other.Ask("select @@spid"), Is.EqualTo(server.Sessions[1].Id));
    }

    private static IEnumerable<object?[]> Endless()
    {
        for (var i = 0; ; i++)
        {
            yield return [i];
        }
    }
}
