using Npgsql;
using Orchestrator.Data.Durability;
using Orchestrator.Data.Evidence;
using Orchestrator.Data.QueryPlans;

namespace Orchestrator.Data.PostgreSql;

/// <summary>PostgreSQL, from version 12 on.</summary>
public sealed class PostgreSqlPlatform : IPlatform
{
    internal const string PlatformName = "PostgreSQL";

    public string Name => PlatformName;

    public Dialect Dialect { get; } = new PostgreSqlDialect();

    public PlatformAbilities Abilities { get; } = new()
    {
        UndoesDefinitions = true,
        HasSchemas = true,
        LoadsInOneTransaction = true,
        PassesRowsThrough = true,
        CopiesInside = true,
        BulkLoadFiresTriggers = true,
        RefusesParts = true,
        HasProcedures = true,
        HidesExchangedRows = true,
        KeepsAllInExchange = true,
        RecreatesForeignKeys = true,
        DefersForeignKeys = true,
        SharesSnapshots = true,
        HasEncodings = true,
        SessionProcess = "postgres",
        UnpersistedTable = "an UNLOGGED table",
    };

    public OwnQuestions Own { get; } = new(
        PostgreSqlScripts.Read("own_objects"), PostgreSqlScripts.Read("loads"), PostgreSqlScripts.Read("now"));

    public IDatabase Open(DatabaseAddress address, DatabaseUse use) => PostgreSqlOpening.Open(this, address, use);

    public IDurability OpenDurability(DatabaseAddress address, DatabaseUse use, bool ofDatabase) =>
        new PostgreSqlDurability(PostgreSqlOpening.OpenToLook(this, address, use), ofDatabase);

    public IEvidence? OpenEvidence(DatabaseAddress address, DatabaseUse use) => new PostgreSqlEvidence(address, use);

    public IQueryPlans? OpenQueryPlans(DatabaseAddress address, DatabaseUse use) =>
        new PostgreSqlQueryPlans(address, use, Dialect);

    public DatabaseLocation PlaceOf(DatabaseAddress address)
    {
        using var connection = Connection(address);
        return new DatabaseLocation(connection.DataSource, connection.Database);
    }

    public SessionsLeft EndSessions(DatabaseAddress address, DatabaseUse use, string name) =>
        PostgreSqlSessions.End(address, use, name);

    public DatabaseFault? Explain(Exception fault) => PostgreSqlErrors.Explain(fault);

    /// <summary>A connection of the client, not open yet, by the rules of this driver: for who moves no rows.</summary>
    /// <param name="address">Where to.</param>
    /// <param name="application">Who it is, in the server's own views.</param>
    /// <exception cref="Exception">The driver's own; <see cref="Explain"/> tells what it means.</exception>
    public static NpgsqlConnection Connection(DatabaseAddress address, string application = "orchestrator") =>
        PostgreSqlAddress.Plain(address, application);
}
