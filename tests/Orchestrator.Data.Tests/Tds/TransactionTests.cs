using System.Data;
using Microsoft.Data.SqlClient;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.Tds;

internal sealed class TransactionTests
{
    [Test]
    public void Rows_of_a_committed_transaction_stay()
    {
        using var server = TdsServer.Start();
        var table = server.Table("dbo.T", "a int");

        using var connection = server.Open();
        using var transaction = connection.BeginTransaction(IsolationLevel.Snapshot);
        Copy(transaction, 1, 2);
        var isOpen = server.Sessions[0].InTransaction;
        transaction.Commit();

        Assert.That((isOpen, server.Sessions[0].InTransaction), Is.EqualTo((true, false)));
        Assert.That(table.Rows, Has.Count.EqualTo(2));
        Assert.That(server.Recorder.Of(1).Skip(1), Is.EqualTo(new[]
        {
            "begin Snapshot",
            "metadata of [dbo].[T]",
            "insert bulk [dbo].[T] ([a] Int)",
            "bulk a int: 2 rows",
            "commit",
        }));
    }

    [Test]
    public void Rows_of_a_transaction_that_is_rolled_back_are_gone()
    {
        using var server = TdsServer.Start();
        var table = server.Table("dbo.T", "a int").With(0);

        using var connection = server.Open();
        using var transaction = connection.BeginTransaction();
        Copy(transaction, 1, 2);
        transaction.Rollback();

        Assert.That(table.Rows, Is.EqualTo(new object?[][] { [0] }));
        Assert.That(table.Loads, Has.Count.EqualTo(1));
    }

    [Test]
    public async Task Rows_of_a_connection_that_is_closed_before_the_commit_are_gone()
    {
        using var server = TdsServer.Start();
        var table = server.Table("dbo.T", "a int");

        using (var connection = server.Open())
        {
            Copy(connection.BeginTransaction(), 1);
        }

        await server.Recorder.Saw("closed");

        Assert.That(table.Rows, Is.Empty);
    }

    [Test]
    public void A_connection_cut_before_the_commit_leaves_no_row()
    {
        using var server = TdsServer.Start();
        var table = server.Table("dbo.T", "a int");
        server.OnCommit(reply => reply.Cut());

        using var connection = server.Open();
        using var transaction = connection.BeginTransaction();
        Copy(transaction, 1);

        Assert.That(transaction.Commit, Throws.InstanceOf<Exception>());
        Assert.That(async () => await server.Recorder.Saw("closed"), Throws.Nothing);
        Assert.That(table.Rows, Is.Empty);
    }

    [Test]
    public void A_connection_cut_after_the_commit_leaves_the_rows_though_the_client_does_not_know()
    {
        using var server = TdsServer.Start();
        var table = server.Table("dbo.T", "a int");
        server.OnCommit(reply => reply.Commit().Cut());

        using var connection = server.Open();
        using var transaction = connection.BeginTransaction();
        Copy(transaction, 1);

        Assert.That(transaction.Commit, Throws.InstanceOf<Exception>());
        Assert.That(table.Rows, Has.Count.EqualTo(1));
    }

    [Test]
    public void The_victim_of_a_deadlock_loses_its_transaction()
    {
        using var server = TdsServer.Start();
        var table = server.Table("dbo.T", "a int");
        server.On("work", reply => reply.Deadlock());

        using var connection = server.Open();
        using var transaction = connection.BeginTransaction();
        Copy(transaction, 1);
        using var command = connection.Command("work");
        command.Transaction = transaction;

        Assert.That(command.ExecuteNonQuery, Throws.TypeOf<SqlException>().With.Property("Number").EqualTo(1205));
        Assert.That(transaction.Connection, Is.Null);
        Assert.That(table.Rows, Is.Empty);
    }

    [Test]
    public void A_transaction_can_be_worked_with_words_as_well()
    {
        using var server = TdsServer.Start();
        var table = server.Table("dbo.T", "a int").With(0);
        server.On("truncate table dbo.T", (request, _) => table.Clear(request.Session));
        server.On("insert dbo.T values (1)", (request, _) => table.Insert(request.Session, 1));

        using var connection = server.Open();
        connection.Ask("begin transaction");
        var count = connection.Ask("select @@trancount");
        connection.Ask("truncate table dbo.T");
        connection.Ask("insert dbo.T values (1)");
        var inside = table.Rows;
        connection.Ask("rollback");

        Assert.That(count, Is.EqualTo(1));
        Assert.That(inside, Is.EqualTo(new object?[][] { [1] }));
        Assert.That(table.Rows, Is.EqualTo(new object?[][] { [0] }));
    }

    [Test]
    public void A_savepoint_is_recorded_with_its_name()
    {
        using var server = TdsServer.Start();

        using var connection = server.Open();
        using var transaction = connection.BeginTransaction();
        transaction.Save("half");
        transaction.Commit();

        Assert.That(server.Recorder.Of(1).Skip(1),
            Is.EqualTo(new[] { "begin ReadCommitted", "save half", "commit" }));
    }

    private static void Copy(SqlTransaction transaction, params int[] values)
    {
        using var rows = new DataTable { Columns = { { "a", typeof(int) } } };
        foreach (var value in values)
        {
            rows.Rows.Add(value);
        }

        using var copy = new SqlBulkCopy(transaction.Connection, SqlBulkCopyOptions.Default, transaction)
        {
            DestinationTableName = "dbo.T",
        };
        copy.WriteToServer(rows);
    }
}
