namespace Orchestrator.Ssis.Expressions.Generation;

/// <summary>The dialects of SQL that expressions are generated in.</summary>
public enum SsisSqlDialect
{
    Sqlite,
    PostgreSql,
    MariaDb,
    SqlServer,
}
