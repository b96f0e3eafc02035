using System.Text.RegularExpressions;

namespace Orchestrator.Data.SqlServer.Tests;

/// <summary>Tables of which the server shows its user a part.</summary>
internal sealed class PartsShownTests
{
    [Test]
    public void What_is_filtered_or_masked_is_told_with_all_that_reads_it()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On(new Regex("sys.security_predicates"), reply => reply.Rows(
            ["schema nvarchar(128)", "name nvarchar(128)", "why nvarchar(500)"],
            ["crm", "Customer", "its rows are filtered by the security policy Tenants"],
            ["crm", "Seen", "its rows are filtered by the security policy Tenants"]));
        using var database = scripted.Open();

        Assert.That(database.PartsShown().Select(part => (part.Table, part.Why)), Is.EqualTo(new[]
        {
            (new TableName("crm", "Customer"), "its rows are filtered by the security policy Tenants"),
            (new TableName("crm", "Seen"), "its rows are filtered by the security policy Tenants"),
        }));
    }

    [Test]
    public void A_server_that_has_no_policies_answers_nothing()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On(new Regex("sys.security_predicates"), _ => { });
        using var database = scripted.Open();

        Assert.That(database.PartsShown(), Is.Empty);
    }
}
