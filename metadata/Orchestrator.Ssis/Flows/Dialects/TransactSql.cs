using Orchestrator.Ssis.Expressions.Generation;

namespace Orchestrator.Ssis.Flows.Dialects;

/// <summary>What T-SQL alone takes of our dialects: several statements as one query, a database before a schema, and
/// loops without a routine.</summary>
internal static class TransactSql
{
    /// <summary>Whether that dialect is it.</summary>
    public static bool Is(SsisSqlDialect? dialect) => dialect == SsisSqlDialect.SqlServer;
}
