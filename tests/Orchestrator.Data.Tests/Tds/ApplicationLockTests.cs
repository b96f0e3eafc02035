using System.Data;
using Microsoft.Data.SqlClient;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.Tds;

internal sealed class ApplicationLockTests
{
    [Test]
    public void A_lock_of_a_session_is_refused_to_others_until_it_is_released()
    {
        using var server = TdsServer.Start();
        using var one = server.Open();
        using var other = server.Open();

        var answers = new[]
        {
            Call(one, "sp_getapplock"), Call(other, "sp_getapplock"), Call(other, "sp_releaseapplock"),
            Call(one, "sp_releaseapplock"), Call(other, "sp_getapplock"),
        };

        Assert.That(answers, Is.EqualTo(new[] { 0, -1, -999, 0, 0 }));
    }

    [Test]
    public async Task A_lock_is_free_once_its_session_has_ended()
    {
        using var server = TdsServer.Start();
        using var other = server.Open();
        using (var one = server.Open())
        {
            Call(one, "sys.sp_getapplock");
        }

        await server.Recorder.Saw("closed");

        Assert.That(Call(other, "sys.sp_getapplock"), Is.EqualTo(0));
    }

    [Test]
    public void A_lock_of_a_transaction_is_free_once_that_has_ended()
    {
        using var server = TdsServer.Start();
        using var one = server.Open();
        using var other = server.Open();
        using var transaction = one.BeginTransaction();

        var first = Call(one, "sp_getapplock", "Transaction", transaction);
        var meanwhile = Call(other, "sp_getapplock");
        transaction.Commit();

        Assert.That((first, meanwhile, Call(other, "sp_getapplock")), Is.EqualTo((0, -1, 0)));
    }

    private static int Call(
        SqlConnection connection, string procedure, string owner = "Session", SqlTransaction? transaction = null)
    {
        using var command = connection.Command(procedure);
        command.CommandType = CommandType.StoredProcedure;
        command.Transaction = transaction;
        command.Parameters.AddWithValue("@Resource", "nightly");
        command.Parameters.AddWithValue("@LockMode", "Exclusive");
        command.Parameters.AddWithValue("@LockOwner", owner);
        var status = command.Parameters.Add("@status", SqlDbType.Int);
        status.Direction = ParameterDirection.ReturnValue;
        command.ExecuteNonQuery();
        return (int)status.Value!;
    }
}
