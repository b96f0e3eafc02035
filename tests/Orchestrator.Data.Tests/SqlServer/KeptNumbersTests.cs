using System.Text.RegularExpressions;
using Orchestrator.Data.SqlServer;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>Numbers that rows bring: what ends that behind a failure hides no error and is in nobody's way.</summary>
internal sealed partial class KeptNumbersTests
{
    private static readonly TableName First = new("crm", "First");
    private static readonly TableName Second = new("crm", "Second");

    [Test]
    public void What_ends_it_behind_a_transaction_that_is_over_is_no_commit_that_could_fail()
    {
        using var scripted = Scripted();
        using var database = (SqlServerDatabase)scripted.Open();
        database.Committed = () => throw new InvalidDataException("the log is not on disk");
        database.Begin(CancellationToken.None);
        var kept = database.KeepIdentity(First, ["Id"])!;
        database.Rollback();

        Assert.That(kept.Dispose, Throws.Nothing);
    }

    [Test]
    public void A_table_whose_numbers_could_not_be_left_to_the_server_is_let_go_of_before_the_next()
    {
        using var scripted = Scripted();
        scripted.Server.On(new Regex("^SET IDENTITY_INSERT .* OFF$"), reply => reply.Error(3930, "It is doomed."))
            .Once();
        using var database = scripted.Open();

        database.KeepIdentity(First, ["Id"])!.Dispose();
        database.KeepIdentity(Second, ["Id"])!.Dispose();

        Assert.That(
            scripted.Server.Recorder.Of(1).Where(line => line.Contains("IDENTITY", StringComparison.Ordinal)),
            Is.EqualTo(new[]
            {
                "batch SET IDENTITY_INSERT [crm].[First] ON", "batch SET IDENTITY_INSERT [crm].[First] OFF",
                "batch SET IDENTITY_INSERT [crm].[First] OFF", "batch SET IDENTITY_INSERT [crm].[Second] ON",
                "batch SET IDENTITY_INSERT [crm].[Second] OFF",
            }));
    }

    private static ScriptedDatabase Scripted()
    {
        var scripted = new ScriptedDatabase();
        scripted.Server.On(Identity(), reply => reply.Value("nvarchar(128)", "ID"));
        scripted.Server.On(new Regex("^SET IDENTITY_INSERT"), _ => { });
        return scripted;
    }

    [GeneratedRegex("c.is_identity = 1$")]
    private static partial Regex Identity();
}
