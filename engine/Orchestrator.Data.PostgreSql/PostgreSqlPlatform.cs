namespace Orchestrator.Data.PostgreSql;

/// <summary>PostgreSQL, from version 12 on.</summary>
public sealed class PostgreSqlPlatform : IPlatform
{
    internal const string PlatformName = "PostgreSQL";

    /// <inheritdoc/>
    public string Name => PlatformName;

    /// <inheritdoc/>
    public Dialect Dialect { get; } = new PostgreSqlDialect();

    /// <inheritdoc/>
    public PlatformAbilities Abilities { get; } = new()
    {
        HasSchemas = true,
        LoadsInOneTransaction = true,
        PassesRowsThrough = true,
    };

    /// <inheritdoc/>
    public IDatabase Open(DatabaseAddress address, DatabaseUse use) => PostgreSqlDatabase.Open(this, address, use);

    /// <inheritdoc/>
    public DatabaseFault? Explain(Exception fault) => PostgreSqlErrors.Explain(fault);
}
