using System.Data;
using Microsoft.Data.SqlClient;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.Tds;

/// <summary>What can go wrong while rows are on their way.</summary>
internal sealed class BulkFaultTests
{
    [Test]
    public void A_load_can_be_refused_after_its_last_row()
    {
        using var server = TdsServer.Start();
        var table = server.Table("dbo.T", "a int");
        server.OnBulk("dbo.T", (load, reply) =>
        {
            load.ReadAll();
            reply.Error(ServerErrors.PrimaryKey);
        });

        using var connection = server.Open();

        Assert.That(() => Copy(connection, 1000), Throws.TypeOf<SqlException>().With.Property("Number").EqualTo(2627));
        Assert.That(table.Rows, Is.Empty);
        Assert.That(server.Recorder.Of(1), Does.Contain("bulk a int: 1000 rows"));
        Assert.That(connection.State, Is.EqualTo(ConnectionState.Open));
    }

    [Test]
    public void A_load_can_be_refused_once_and_is_taken_the_second_time()
    {
        using var server = TdsServer.Start();
        var table = server.Table("dbo.T", "a int");
        server.OnBulk("dbo.T", (_, reply) => reply.Error(ServerErrors.LockTimeout)).Once();

        using var connection = server.Open();

        Assert.That(() => Copy(connection, 10), Throws.TypeOf<SqlException>());
        Copy(connection, 10);
        Assert.That(table.Rows, Has.Count.EqualTo(10));
    }

    [Test]
    public void A_connection_can_be_cut_after_so_many_rows()
    {
        using var server = TdsServer.Start();
        server.Table("dbo.T", "a int");
        server.OnBulk("dbo.T", (load, reply) =>
        {
            load.Read(1000);
            reply.Cut();
        });

        using var connection = server.Open();

        Assert.That(() => Copy(connection, int.MaxValue), Throws.TypeOf<SqlException>());
        Assert.That(server.Recorder.Of(1), Does.Contain("bulk a int: 1000 rows"));
        Assert.That(connection.State, Is.EqualTo(ConnectionState.Closed));
    }

    [Test]
    public void A_connection_can_be_cut_after_so_many_bytes()
    {
        using var server = TdsServer.Start();
        server.Table("dbo.T", "a int");
        server.OnBulk("dbo.T", (load, reply) =>
        {
            load.ReadBytes(20_000);
            reply.Cut();
        });

        using var connection = server.Open();

        Assert.That(() => Copy(connection, int.MaxValue), Throws.TypeOf<SqlException>());
    }

    [Test]
    public async Task A_server_that_stops_reading_holds_the_client_until_somebody_kills_its_session()
    {
        using var server = TdsServer.Start();
        server.Table("dbo.T", "a int");
        var gate = new Gate();
        server.OnBulk("dbo.T", (load, reply) =>
        {
            load.Read(10);
            reply.Wait(gate);
        });

        using var connection = server.Open();
        using var killer = server.Open();
        var copy = Task.Run(() => Copy(connection, int.MaxValue));
        await gate.Reached;
        killer.Ask($"kill {server.Sessions[0].Id}");

        Assert.That(async () => await copy, Throws.TypeOf<SqlException>());
    }

    [Test]
    public void A_reader_that_throws_ends_the_load_and_nothing_of_it_is_kept()
    {
        using var server = TdsServer.Start();
        var table = server.Table("dbo.T", "a int");
        server.On("select 1", reply => reply.Value("int", 1));

        using var connection = server.Open();
        using var copy = new SqlBulkCopy(connection) { DestinationTableName = "dbo.T" };
        using var rows = new NumberReader(5000, throwsAtEnd: true);

        Assert.That(() => copy.WriteToServer(rows), Throws.InvalidOperationException.With.Message.EqualTo("the end"));
        Assert.That(table.Rows, Is.Empty);
        Assert.That(connection.Ask("select 1"), Is.EqualTo(1));
        Assert.That(server.Failures, Is.Empty);
        Assert.That(server.Recorder.Of(1)[3], Does.Match("^bulk a int: [0-9]+ rows$"));
        Assert.That(server.Recorder.Of(1).Skip(4), Is.EqualTo(new[] { "attention", "batch select 1" }));
    }

    [Test]
    public void Batches_of_one_copy_are_loads_of_their_own()
    {
        using var server = TdsServer.Start();
        var table = server.Table("dbo.T", "a int");

        using var connection = server.Open();
        using var copy = new SqlBulkCopy(connection) { DestinationTableName = "dbo.T", BatchSize = 40 };
        using var rows = new NumberReader(100);
        copy.WriteToServer(rows);

        Assert.That(table.Loads.Select(load => load.RowCount), Is.EqualTo(new[] { 40, 40, 20 }));
        Assert.That(table.Rows.Select(row => row[0]), Is.EqualTo(Enumerable.Range(0, 100)));
    }

    [Test]
    public void A_load_can_be_swallowed_or_only_counted()
    {
        using var server = TdsServer.Start();
        var table = server.Table("dbo.T", "a int");
        long swallowed = 0;
        long counted = 0;
        server.OnBulk("dbo.T", (load, _) =>
        {
            load.CountAll();
            counted = load.RowCount;
        });
        server.OnBulk("dbo.T", (load, _) =>
        {
            load.Swallow();
            swallowed = load.ByteCount;
        }).Once();

        using var connection = server.Open();
        Copy(connection, 100_000);
        Copy(connection, 100_000);

        Assert.That(swallowed, Is.GreaterThan(600_000));
        Assert.That(counted, Is.EqualTo(100_000));
        Assert.That(table.Loads, Is.Empty);
    }

    private static void Copy(SqlConnection connection, int count)
    {
        using var copy = new SqlBulkCopy(connection) { DestinationTableName = "dbo.T" };
        using var rows = new NumberReader(count);
        copy.WriteToServer(rows);
    }
}
