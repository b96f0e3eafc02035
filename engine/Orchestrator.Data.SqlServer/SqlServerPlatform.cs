using System.Collections.Concurrent;
using Microsoft.Data.SqlClient;
using Orchestrator.Data.Durability;
using Orchestrator.Data.Evidence;
using Orchestrator.Data.QueryPlans;

namespace Orchestrator.Data.SqlServer;

/// <summary>SQL Server, from version 2016 on, and what speaks its protocol.</summary>
public sealed class SqlServerPlatform : IPlatform
{
    internal const string PlatformName = "SQL Server";

    public string Name => PlatformName;

    public Dialect Dialect { get; } = new SqlServerDialect();

    /// <summary>
    /// A load table is made and filled in transactions of its own: made inside a long one it would hold locks on the
    /// catalog, which whoever lists the tables waits for.
    /// </summary>
    public PlatformAbilities Abilities { get; } = new()
    {
        UndoesDefinitions = true,
        HasSchemas = true,
        EndsAtConversions = true,
        HasProcedures = true,
        HasBulkOptions = true,
        KeepsAllInExchange = true,
        DisablesForeignKeys = true,
        HidesForeignKeys = true,
        CopiesInside = true,
        SharesSnapshots = true,
        CommitsAsDatabaseSays = true,
        ChangesInParallel = true,
        RowRefusal = "RAISERROR and no THROW",
        UnpersistedTable = "in memory",
    };

    public OwnQuestions Own { get; } = new(
        SqlServerScripts.Read("own_objects"), SqlServerScripts.Read("loads"), SqlServerScripts.Read("now"));

    public IDatabase Open(DatabaseAddress address, DatabaseUse use) => SqlServerDatabase.Open(this, address, use);

    /// <summary>By server: what a flush that worked returns, so that no later session has to learn it anew.</summary>
    internal ConcurrentDictionary<string, int> FlushCodes { get; } = new(StringComparer.OrdinalIgnoreCase);

    public IDurability OpenDurability(DatabaseAddress address, DatabaseUse use, bool ofDatabase) =>
        SqlServerDurability.Open(this, address, use);

    public IEvidence? OpenEvidence(DatabaseAddress address, DatabaseUse use) => new SqlServerEvidence(address, use);

    public IQueryPlans? OpenQueryPlans(DatabaseAddress address, DatabaseUse use) =>
        new SqlServerQueryPlans(address, use, Dialect);

    public DatabaseLocation PlaceOf(DatabaseAddress address)
    {
        using var connection = Connection(address);
        return new DatabaseLocation(connection.DataSource, connection.Database);
    }

    public SessionsLeft EndSessions(DatabaseAddress address, DatabaseUse use, string name) =>
        SqlServerSessions.End(address, use, name);

    public DatabaseFault? Explain(Exception fault) => SqlServerErrors.Explain(fault);

    /// <summary>A connection of the client, not open yet, by the rules of this driver: for who moves no rows.</summary>
    /// <param name="address">Where to.</param>
    /// <param name="application">Who it is, in the server's own views.</param>
    /// <exception cref="Exception">The driver's own; <see cref="Explain"/> tells what it means.</exception>
    public static SqlConnection Connection(DatabaseAddress address, string application = "orchestrator") =>
        new(SqlServerAddress.Complete(address, application));
}
