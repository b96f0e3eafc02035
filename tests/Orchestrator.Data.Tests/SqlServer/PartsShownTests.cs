using System.Text.RegularExpressions;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>Tables of which the server shows its user a part.</summary>
internal sealed class PartsShownTests
{
    [Test]
    public void What_is_filtered_or_masked_is_told_with_all_that_reads_it()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On(new Regex("sys.security_predicates"), reply => reply.Rows(
            ["schema nvarchar(128)", "name nvarchar(128)", "why nvarchar(500)", "masked int"],
            ["crm", "Customer", "its rows are filtered by the security policy Tenants", 0],
            ["crm", "Seen", "the values of its column Name are masked for this user", 1]));
        using var database = scripted.Open();

        Assert.That(database.PartsShown(null).Select(part => (part.Table, part.Why, part.IsMasked)), Is.EqualTo(new[]
        {
            (new TableName("crm", "Customer"), "its rows are filtered by the security policy Tenants", false),
            (new TableName("crm", "Seen"), "the values of its column Name are masked for this user", true),
        }));
    }

    [Test]
    public void Of_one_table_that_one_is_asked_for()
    {
        using var scripted = new ScriptedDatabase();
        var asked = new List<object?>();
        scripted.Server.On(new Regex("sys.security_predicates"), (request, _) =>
            asked.AddRange([((Orchestrator.Tds.Call)request)["@schema"], ((Orchestrator.Tds.Call)request)["@name"]]));
        using var database = scripted.Open();

        database.PartsShown(new TableName("crm", "Customer"));
        database.PartsShown(null);

        Assert.That(asked, Is.EqualTo((object?[])["crm", "Customer", "", ""]));
    }

    [Test]
    public void A_server_that_has_no_policies_answers_nothing()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On(new Regex("sys.security_predicates"), _ => { });
        using var database = scripted.Open();

        Assert.That(database.PartsShown(null), Is.Empty);
    }
}
