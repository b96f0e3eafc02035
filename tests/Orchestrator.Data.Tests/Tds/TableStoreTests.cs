using System.Data;
using Microsoft.Data.SqlClient;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.Tds;

/// <summary>What a crash takes from a store, and what it leaves.</summary>
internal sealed class TableStoreTests
{
    private TdsServer _server = null!;
    private TableStore _store = null!;

    [SetUp]
    public void Start()
    {
        _server = TdsServer.Start();
        _store = new TableStore(_server);
        _store.Run("CREATE TABLE [orchestrator].[own] ([id] int, [name] varchar(20))");
    }

    [TearDown]
    public void Stop() => _server.Dispose();

    [Test]
    public void A_commit_that_is_durable_survives()
    {
        Do(connection => Put(connection, 1));

        _store.Crash();

        Assert.That(Ids(), Is.EqualTo(new object[] { 1 }));
    }

    [Test]
    public void A_commit_of_a_relaxed_database_is_lost_and_its_setting_is_not()
    {
        Do(connection =>
        {
            Run(connection, "ALTER DATABASE CURRENT SET DELAYED_DURABILITY = FORCED WITH NO_WAIT");
            Put(connection, 1);
        });
        var before = Ids();

        _store.Crash();

        Assert.That(before, Is.EqualTo(new object[] { 1 }));
        Assert.That(Ids(), Is.Empty);
        Assert.That(_store.Durability["Staging"], Is.EqualTo("FORCED"));
    }

    [TestCase("flush")]
    [TestCase("durable")]
    public void What_was_committed_before_a_flush_or_a_durable_commit_survives(string how)
    {
        _store.Durability["Staging"] = "FORCED";
        Do(connection =>
        {
            Put(connection, 1);
            if (how == "flush")
            {
                Run(connection, "DECLARE @code int; EXEC @code = sys.sp_flush_log; SELECT @code");
            }
            else
            {
                _store.Durability["Staging"] = "DISABLED";
                Put(connection, 2);
                _store.Durability["Staging"] = "FORCED";
            }

            Put(connection, 3);
        });

        _store.Crash();

        Assert.That(Ids(), Is.EqualTo(how == "flush" ? new object[] { 1 } : [1, 2]));
    }

    [Test]
    public void A_flush_that_fails_brings_nothing_to_disk()
    {
        _store.Durability["Staging"] = "FORCED";
        _store.Durability.FailFlushes(0);
        Do(connection =>
        {
            Put(connection, 1);
            Run(connection, "DECLARE @code int; EXEC @code = sys.sp_flush_log; SELECT @code");
        });

        _store.Crash();

        Assert.That(Ids(), Is.Empty);
    }

    [TestCase("FORCED", "DISABLED", false)]
    [TestCase("DISABLED", "FORCED", true)]
    public void A_transaction_is_as_durable_as_the_setting_was_when_it_began_to_write(
        string before, string behind, bool survives)
    {
        _store.Durability["Staging"] = before;
        Do(connection =>
        {
            using var transaction = connection.BeginTransaction();
            Put(connection, 1, transaction);
            _store.Durability["Staging"] = behind;
            transaction.Commit();
        });

        _store.Crash();

        Assert.That(Ids(), Is.EqualTo(survives ? new object[] { 1 } : []));
    }

    [Test]
    public void A_transaction_without_a_change_brings_nothing_to_disk()
    {
        _store.Durability["Staging"] = "FORCED";
        Do(connection =>
        {
            Put(connection, 1);
            _store.Durability["Staging"] = "DISABLED";
            using var transaction = connection.BeginTransaction();
            transaction.Commit();
        });

        _store.Crash();

        Assert.That(Ids(), Is.Empty);
    }

    [Test]
    public void Changed_and_removed_rows_come_back_in_the_state_of_the_disk()
    {
        Do(connection =>
        {
            Put(connection, 1);
            Put(connection, 2);
            _store.Durability["Staging"] = "FORCED";
            Run(connection, "UPDATE [orchestrator].[own] SET [name] = @name WHERE [id] = @id OR ([id] > @id AND "
                + "[name] <> @name)", ("@name", "new"), ("@id", 1));
            Run(connection, "DELETE FROM [orchestrator].[own] WHERE [id] IN (2, 7)");
            Run(connection, "DROP TABLE IF EXISTS [orchestrator].[own]");
        });
        var tables = _store.Tables;

        _store.Crash();

        Assert.That(tables, Is.Empty);
        Assert.That(_store.Rows("orchestrator.own", "id", "name"), Is.EqualTo(new object[][] { [1, "n"], [2, "n"] }));
    }

    [Test]
    public void A_crash_ends_sessions_transactions_and_locks()
    {
        using var one = _server.Open();
        Lock(one);
        using var transaction = one.BeginTransaction();
        Put(one, 1, transaction);

        _store.Crash();

        Assert.That(transaction.Commit, Throws.InstanceOf<SqlException>());
        Assert.That(Ids(), Is.Empty);
        using var other = _server.Open();
        Assert.That(Lock(other), Is.Zero);
    }

    [Test]
    public void Databases_are_told_apart()
    {
        _store.Durability["Staging"] = "FORCED";
        Do(connection =>
        {
            Put(connection, 1);
            connection.ChangeDatabase("Other");
            Put(connection, 2);
        });

        _store.Crash();

        Assert.That(Ids(), Is.EqualTo(new object[] { 2 }));
    }

    private object?[] Ids() => [.. _store.Rows("orchestrator.own", "id").Select(row => row[0])];

    private void Do(Action<SqlConnection> work)
    {
        using var connection = _server.Open();
        work(connection);
        Assert.That(_server.Failures, Is.Empty);
    }

    private static void Put(SqlConnection connection, int id, SqlTransaction? transaction = null)
    {
        using var command = connection.Command(
            "INSERT INTO [orchestrator].[own] ([id], [name]) VALUES (@id, 'n')");
        command.Transaction = transaction;
        command.Parameters.AddWithValue("@id", id);
        command.ExecuteNonQuery();
    }

    private static void Run(SqlConnection connection, string sql, params (string Name, object Value)[] values)
    {
        using var command = connection.Command(sql);
        foreach (var (name, value) in values)
        {
            command.Parameters.AddWithValue(name, value);
        }

        command.ExecuteNonQuery();
    }

    private static int Lock(SqlConnection connection)
    {
        using var command = connection.Command("sp_getapplock");
        command.CommandType = CommandType.StoredProcedure;
        command.Parameters.AddWithValue("@Resource", "orchestrator durability");
        command.Parameters.AddWithValue("@LockOwner", "Session");
        var status = command.Parameters.Add("@status", SqlDbType.Int);
        status.Direction = ParameterDirection.ReturnValue;
        command.ExecuteNonQuery();
        return (int)status.Value!;
    }
}
