using Orchestrator.Data.Durability;

namespace Orchestrator.Data.MariaDb;

/// <summary>MariaDB, from version 10.11 on.</summary>
public sealed class MariaDbPlatform : IPlatform
{
    internal const string PlatformName = "MariaDB";

    public string Name => PlatformName;

    public Dialect Dialect { get; } = new MariaDbDialect();

    public PlatformAbilities Abilities { get; } = new()
    {
        CopiesInside = true,
        HasProcedures = true,
        BulkLoadFiresTriggers = true,
        HasEncodings = true,
        CommitsAsDatabaseSays = true,
        KeepsOrderOfNumbers = true,
    };

    public OwnQuestions Own { get; } = new(
        MariaDbScripts.Read("own_objects"), MariaDbScripts.Read("loads"), MariaDbScripts.Read("now"));

    public IDatabase Open(DatabaseAddress address, DatabaseUse use) => MariaDbOpening.Open(this, address, use);

    /// <summary>Opens a session that watches the server's setting and brings to disk; nothing is relaxed yet, whatever
    /// is asked for.</summary>
    public IDurability OpenDurability(DatabaseAddress address, DatabaseUse use, bool ofDatabase) =>
        new MariaDbDurability(MariaDbOpening.Open(this, address, use with { IsTarget = true, IsRelaxed = false }));

    public DatabaseLocation PlaceOf(DatabaseAddress address) => MariaDbAddress.PlaceOf(address);

    public SessionsLeft EndSessions(DatabaseAddress address, DatabaseUse use, string name) =>
        MariaDbSessions.End(address, use, name);

    public DatabaseFault? Explain(Exception fault) => MariaDbErrors.Explain(fault);
}
