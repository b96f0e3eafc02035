using System.Text.RegularExpressions;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>Tables whose rows are gone after a crash of the server.</summary>
internal sealed class CrashLossTests
{
    private static readonly TableName Table = new("crm", "Customer");

    [Test]
    public void A_table_in_memory_alone_is_told_by_its_name_and_all_of_them_without()
    {
        var asked = new List<string>();
        using var scripted = new ScriptedDatabase();
        scripted.Server.On(new Regex("t.is_memory_optimized = 1 AND t.durability = 1"), (request, reply) =>
        {
            asked.Add($"{((Orchestrator.Tds.Call)request)["@schema"]}.{((Orchestrator.Tds.Call)request)["@name"]}");
            reply.Rows(["schema nvarchar(128)", "name nvarchar(128)"], ["crm", "Customer"]);
        });
        using var database = scripted.Open();

        var (one, all) = (database.LostInCrash(Table).Single(), database.LostInCrash(null));

        Assert.That((one.Table, one.Why), Is.EqualTo((Table, "it has DURABILITY = SCHEMA_ONLY")));
        Assert.That(all, Is.EqualTo(new[] { one }));
        Assert.That(asked, Is.EqualTo(new[] { "crm.Customer", "." }));
    }
}
