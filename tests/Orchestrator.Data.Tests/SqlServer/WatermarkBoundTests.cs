using System.Text.RegularExpressions;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>Bounds over columns that keep less than their text says, which the server would round or refuse.</summary>
internal sealed partial class WatermarkBoundTests
{
    private const string Column = "SELECT [At] FROM [dbo].[t]";

    [TestCase("datetime", "2026-02-01 10:00:45.1259999", "2026-02-01T10:00:45.123")]
    [TestCase("datetime", "2026-02-01 10:00:45.1234567", "2026-02-01T10:00:45.123")]
    [TestCase("datetime", "2026-02-01 10:00:45.002", "2026-02-01T10:00:45.000")]
    [TestCase("datetime", "2026-02-01 10:00:45.999", "2026-02-01T10:00:45.997")]
    [TestCase("datetime", "2026-02-01 10:00:45.5", "2026-02-01T10:00:45.500")]
    [TestCase("datetime", "2026-02-01 10:00:45", "2026-02-01T10:00:45")]
    [TestCase("datetime", "2026-02-01 10:00:45.0066667", "2026-02-01T10:00:45.007")]
    [TestCase("datetime", "2026-02-01 10:00:45.0066666", "2026-02-01T10:00:45.003")]
    [TestCase("datetime", "2026-02-01 10:00:45.0031", "2026-02-01T10:00:45.000")]
    [TestCase("datetime", "2026-02-01 10:00:45.003", "2026-02-01T10:00:45.003")]
    [TestCase("datetime2(0)", "2026-02-01 10:00:45.7", "2026-02-01T10:00:45")]
    [TestCase("datetime2(3)", "2026-02-01 10:00:45.1239", "2026-02-01T10:00:45.123")]
    [TestCase("datetime2(3)", "2026-02-01 10:00:45.12", "2026-02-01T10:00:45.12")]
    [TestCase("datetimeoffset(1)", "2026-02-01 10:00:45.19", "2026-02-01T10:00:45.1")]
    [TestCase("smalldatetime", "2026-02-01 10:00:45.5", "2026-02-01T10:00:00")]
    [TestCase("datetime2(7)", "2026-02-01 10:00:45.1234567", "2026-02-01T10:00:45.1234567")]
    [TestCase(null, "2026-02-01 10:00:45.1234567", "2026-02-01T10:00:45.1234567")]
    public void A_bound_is_rounded_down_to_what_the_column_keeps(string? column, string text, string expected)
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On(TypeOf(), reply => reply.Value("nvarchar(256)", column));
        using var database = scripted.Open(isTarget: false);

        var bound = database.Bounds([Value("datetime2(7)", text)], isBefore: false, Column);

        Assert.That(bound, Is.EqualTo((object[])[expected]));
    }

    [TestCase("datetimeoffset(0)", "2026-02-01 10:00:45.7 +00:00", "2026-02-01T10:00:45+00:00")]
    [TestCase("datetimeoffset(3)", "2026-02-01 10:00:45.1239 +00:00", "2026-02-01T10:00:45.123+00:00")]
    [TestCase("datetimeoffset(7)", "2026-02-01 10:00:45.5 +00:00", "2026-02-01T10:00:45.5+00:00")]
    [TestCase("datetime", "2026-02-01 10:00:45.5 +00:00", "2026-02-01T10:00:45.5+00:00")]
    public void A_bound_with_an_offset_keeps_it(string column, string text, string expected)
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On(TypeOf(), reply => reply.Value("nvarchar(256)", column));
        using var database = scripted.Open(isTarget: false);

        var bound = database.Bounds([Value("datetimeoffset(7)", text)], isBefore: false, Column);

        Assert.That(bound, Is.EqualTo((object[])[expected]));
    }

    [Test]
    public void Both_bounds_of_a_load_are_one_question()
    {
        var asked = 0;
        using var scripted = new ScriptedDatabase();
        scripted.Server.On(TypeOf(), reply =>
        {
            asked++;
            reply.Value("nvarchar(256)", "smalldatetime");
        });
        using var database = scripted.Open(isTarget: false);

        var bounds = database.Bounds(
            [
                Value("date", "2026-01-31"), Value("datetime2(0)", "2026-02-01 10:00:30"),
                Value("datetime2(0)", "2026-02-02 10:00:30"),
            ],
            isBefore: false, Column);

        Assert.That(
            bounds, Is.EqualTo((object[])["20260131", "2026-02-01T10:00:00", "2026-02-02T10:00:00"]));
        Assert.That(asked, Is.EqualTo(1));
    }

    [TestCase("datetime2(7)", "2026-02-01 10:00:00", "2026-02-01T10:00:00")]
    [TestCase("date", "2026-02-01", "20260201")]
    [TestCase("datetimeoffset(7)", "2026-02-01 10:00:45 +00:00", "2026-02-01T10:00:45+00:00")]
    public void Nothing_is_asked_for_a_bound_that_no_column_rounds_or_none_without_an_offset_takes(
        string type, string text, string expected)
    {
        var asked = 0;
        using var scripted = new ScriptedDatabase();
        scripted.Server.On(TypeOf(), reply =>
        {
            asked++;
            reply.Value("nvarchar(256)", "smalldatetime");
        });
        using var database = scripted.Open(isTarget: false);

        Assert.That(
            database.Bounds([Value(type, text)], isBefore: false, Column), Is.EqualTo((object[])[expected]));
        Assert.That(asked, Is.Zero);
    }

    private static TypedValue Value(string type, string text) =>
        TypedValue.TryParse(Databases.Type(type), text, out var value, out var problem) ? value!
            : throw new ArgumentException(problem);

    [GeneratedRegex("dm_exec_describe_first_result_set")]
    private static partial Regex TypeOf();
}
