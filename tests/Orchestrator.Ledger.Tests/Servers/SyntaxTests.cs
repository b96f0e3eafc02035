using Orchestrator.Tds;

namespace Orchestrator.Ledger.Tests.Servers;

/// <summary>
/// Each statement of the ledger is read by Microsoft's parser as SQL Server gets it, in each version that the engine
/// goes to.
/// </summary>
internal sealed class SyntaxTests
{
    [TestCaseSource(nameof(Names))]
    public void A_statement_is_T_SQL(string name)
    {
        Assert.That(SqlSyntax.Refusal(LedgerSql.SqlServer.Of(name)), Is.Null);
    }

    [TestCaseSource(nameof(Names))]
    public void No_query_of_a_catalog_goes_twice_where_several_ways_lead(string name)
    {
        Assert.That(SqlSyntax.CallThemselves(LedgerSql.SqlServer.Of(name)), Is.Empty);
    }

    private static IEnumerable<string> Names() => LedgerSql.SqlServer.Names().Order(StringComparer.Ordinal);
}
