namespace Orchestrator.Ledger;

/// <summary>
/// The dialects of SQL that a ledger speaks, in the order of the columns of <see cref="SqlTokens"/>; their names, in
/// small letters, are those in the heads of statements.
/// </summary>
internal enum SqlDialect
{
    Sqlite,
    PostgreSql,
    SqlServer,
}
