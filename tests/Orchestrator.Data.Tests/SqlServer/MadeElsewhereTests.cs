using System.Text.RegularExpressions;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>What of a table shows that somebody else has made it, and what fills itself there.</summary>
internal sealed partial class MadeElsewhereTests
{
    private static readonly TableName Table = new("crm", "Customer");
    private static readonly string[] Name = ["name nvarchar(128)"];

    [TestCase("PK_Customer", true)]
    [TestCase("", false)]
    public void A_key_a_default_or_a_number_that_is_counted_shows_it(string found, bool isElsewhere)
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On(MadeElsewhere(), reply => reply.Rows(
            Name, [.. found.Split(',', StringSplitOptions.RemoveEmptyEntries).Select(one => new object?[] { one })]));
        using var database = scripted.Open();

        Assert.That(database.IsMadeElsewhere(Table), Is.EqualTo(isElsewhere));
    }

    [Test]
    public void Columns_with_a_default_are_told()
    {
        using var scripted = new ScriptedDatabase { Defaults = "At,Made" };
        using var database = scripted.Open();

        Assert.That(database.Defaults(Table), Is.EqualTo(new[] { "At", "Made" }));
    }

    [GeneratedRegex("c.is_identity = 1 OR c.is_computed = 1")]
    private static partial Regex MadeElsewhere();
}
