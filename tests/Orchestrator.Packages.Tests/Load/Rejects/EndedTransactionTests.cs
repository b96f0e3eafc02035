using System.Text.RegularExpressions;
using Microsoft.Data.SqlClient;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Store;
using Orchestrator.Tds;

namespace Orchestrator.Packages.Tests.Load.Rejects;

/// <summary>An error that is thrown within a trigger of SQL Server ends the transaction, and savepoints with it.
/// </summary>
internal sealed partial class EndedTransactionTests
{
    [TestCase(true)]
    [TestCase(false)]
    public void A_refusal_that_has_ended_the_transaction_is_known_and_the_session_is_as_before(bool isEnded) =>
        Check(50001, isEnded, isEnded ? 3903 : null);

    [TestCase(3609, "The transaction ended in the trigger. The batch has been aborted.")]
    [TestCase(3616, "An error was raised during trigger execution.")]
    [TestCase(3930, "The current transaction cannot be committed and cannot support operations that write to the log")]
    [TestCase(3998, "Uncommittable transaction is detected at the end of the batch. The transaction is rolled back.")]
    public void So_is_one_of_which_the_server_tells_the_end_alone(int number, string text) =>
        Check(number, isEnded: true, back: 3903, text);

    [Test]
    public void Of_a_transaction_that_can_only_be_taken_back_as_a_whole_that_is_done_before_anything_else()
    {
        var sent = Check(3930, isEnded: true, back: 3931, isOpen: true);

        Assert.That(sent[^3..], Is.EqualTo((string[])
            ["batch ROLLBACK TRANSACTION part", "rollback", "batch SET XACT_ABORT ON"]));
    }

    // What was sent over the session.
    private static string[] Check(int number, bool isEnded, int? back, string text = "no", bool isOpen = false)
    {
        using var server = TdsServer.Start();
        server.On(Session(), _ => { });
        _ = new Tds.DelayedDurability(server);
        server.On(new Regex("SAVE TRANSACTION part|^SET XACT_ABORT ON$"), _ => { });
        server.On(new Regex("^INSERT INTO t"), reply =>
            (isEnded && !isOpen ? reply.Rollback() : reply).Error(number, text));
        server.On(new Regex("^ROLLBACK TRANSACTION part"), reply =>
        {
            if (back is { } refusal)
            {
                reply.Error(refusal, "It cannot be rolled back to a savepoint.");
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
        return [.. server.Recorder.Of(1)];
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
