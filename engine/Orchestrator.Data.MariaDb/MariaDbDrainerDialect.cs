using Orchestrator.Data.Absorb;

namespace Orchestrator.Data.MariaDb;

/// <summary>
/// Drainers in MariaDB. A server that was started anew counts its sessions from the beginning: only with where it comes
/// from it is one session.
/// </summary>
internal sealed class MariaDbDrainerDialect(MariaDbDialect dialect) : DrainerDialect(dialect)
{
    private const string Name = "concat(ID, ' of ', USER, ' from ', HOST)";

    private const string Sessions = "information_schema.PROCESSLIST";

    public override string IsHeld =>
        $"SELECT (SELECT count(*) FROM {Unlocked} WHERE {Row}) - (SELECT count(*) FROM "
        + $"(SELECT 1 FROM {Unlocked} WHERE {Row} FOR UPDATE SKIP LOCKED) AS taken)";

    public override string Session => $"SELECT {Name} FROM {Sessions} WHERE ID = CONNECTION_ID()";

    /// <summary>One that sleeps works at nothing; that it holds the row has been looked at.</summary>
    public override string EndSession =>
        $"BEGIN NOT ATOMIC DECLARE held bigint; SELECT max(ID) INTO held FROM {Sessions} WHERE {Name} = @session "
        + "AND COMMAND = 'Sleep' AND TIME_MS >= 1000; IF held IS NOT NULL THEN "
        + "EXECUTE IMMEDIATE concat('KILL ', held); END IF; END";
}
