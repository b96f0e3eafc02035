using System.Text.RegularExpressions;
using Microsoft.Data.SqlClient;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load;
using Orchestrator.Packages.Store;
using Orchestrator.Tds;

namespace Orchestrator.Packages.Tests;

/// <summary>An error that is thrown within a trigger of SQL Server ends the transaction, and savepoints with it.
/// </summary>
internal sealed partial class EndedTransactionTests
{
    [TestCase(true)]
    [TestCase(false)]
    public void A_refusal_that_has_ended_the_transaction_is_known_and_the_session_is_as_before(bool isEnded)
    {
        using var server = TdsServer.Start();
        server.On(Session(), _ => { });
        _ = new Tds.DelayedDurability(server);
        server.On(new Regex("SAVE TRANSACTION part|^SET XACT_ABORT ON$"), _ => { });
        server.On(new Regex("^INSERT INTO t"), reply => (isEnded ? reply.Rollback() : reply).Error(50001, "no"));
        server.On(new Regex("^ROLLBACK TRANSACTION part"), reply =>
        {
            if (isEnded)
            {
                reply.Error(3903, "The ROLLBACK TRANSACTION request has no corresponding BEGIN TRANSACTION.");
            }
        });
        using var rig = new Rig();
        rig.Servers.Add(new Connection
        {
            Name = "Sql",
            Platform = Platform.SqlServer,
            ConnectionString = $"Server=tcp:127.0.0.1,{server.Port};Database=Staging;User ID=loader;Password=s3cret;"
                + "Encrypt=Optional",
        });
        var load = Rig.Load("t", Rig.Column("Id", "int")) with { Target = new ObjectTarget("Sql", "dbo", "t") };
        using var database = DatabaseAccess.ToTarget(rig.Context(load)).Open();
        database.Begin(CancellationToken.None);

        var refused = Tried(() => new TriedRows(() => database).Try(
            () => database.Execute("INSERT INTO t VALUES (1)")))!;

        Assert.That((refused is SqlException, TriedRows.HasEnded(refused)), Is.EqualTo((true, isEnded)));
        Assert.That(
            server.Recorder.Of(1).Last(line => line.Contains("XACT_ABORT", StringComparison.Ordinal)),
            Is.EqualTo("batch SET XACT_ABORT ON"));
        Assert.That(server.Failures, Is.Empty);
    }

    // Where a transaction is open still, it is given back; else thrown.
    private static Exception? Tried(Func<Exception?> work)
    {
        try
        {
            return work();
        }
        catch (SqlException thrown)
        {
            return thrown;
        }
    }

    [GeneratedRegex("^SET XACT_ABORT ON; SET ARITHABORT ON")]
    private static partial Regex Session();
}
