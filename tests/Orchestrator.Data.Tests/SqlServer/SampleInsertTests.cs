using System.Text.RegularExpressions;
using Orchestrator.Data.Calibrate;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>The statements that a calibration compares, as the server gets them.</summary>
internal sealed partial class SampleInsertTests
{
    private static readonly TableName Table = Databases.Platform.Dialect.OwnTable("calibration");

    [Test]
    [Category("Approved")]
    public void Each_way_of_inserting_is_one_statement_that_commits_itself()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On(Inserts(), reply => reply.Done(2));
        using var database = scripted.Open();

        foreach (var (form, rows) in ((InsertForm, int)[])[
            (InsertForm.Values, 1), (InsertForm.Values, 2), (InsertForm.Arrays, 2)])
        {
            using var statement = database.Insert(Table, form, rows);
            statement.Run(Rows(rows));
        }

        Approved.Check("sample-inserts", string.Join('\n', scripted.Server.Recorder.Of(1)) + "\n");
    }

    [Test]
    public void A_thousand_rows_are_within_what_one_command_may_have_of_parameters()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On(Inserts(), reply => reply.Done(1_000));
        using var database = scripted.Open();
        using var statement = database.Insert(Table, InsertForm.Values, 1_000);

        Assert.That(() => statement.Run(Rows(1_000)), Throws.Nothing);

        Assert.That(scripted.Server.Recorder.Of(1)[^1], Does.Contain("@p2000 ").And.Not.Contain("@p2001"));
    }

    [Test]
    public void A_session_is_asked_for_its_own_processor_time()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Returns(Databases.Platform.Dialect.ProcessorTime, ["cpu bigint"], [1_250L]);
        using var database = scripted.Open();

        Assert.That(database.Number(Databases.Platform.Dialect.ProcessorTime), Is.EqualTo(1_250));
    }

    private static SampleRows Rows(int count)
    {
        var rows = new SampleRows(count);
        for (var i = 0; i < count; i++)
        {
            rows.Ids[i] = new Guid(i + 1, 0, 0, new byte[8]);
        }

        return rows;
    }

    [GeneratedRegex("^INSERT INTO")]
    private static partial Regex Inserts();
}
