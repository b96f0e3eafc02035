namespace Orchestrator.Data.Servers;

/// <summary>The register of the load tables, so that the next attempt finds what a dead one left behind.</summary>
public static class LoadRegister
{
    /// <summary>Whether it has been made.</summary>
    public static bool IsThere(ServerSession session) =>
        session.KindOf(session.Dialect.OwnTable("loads")) is not null;

    /// <summary>Notes a load table.</summary>
    public static void Add(ServerSession session, TableName load, TableName target, long attempt) =>
        session.Execute(
            session.Question("record_load"), ("load", load.Name), ("schema", target.Schema), ("name", target.Name),
            ("attempt", attempt));

    /// <summary>Forgets a load table.</summary>
    public static void Remove(ServerSession session, TableName load)
    {
        if (IsThere(session))
        {
            session.Execute(session.Question("forget_load"), ("load", load.Name));
        }
    }

    /// <summary>Those of a target.</summary>
    public static IReadOnlyList<TableName> Left(ServerSession session, TableName target) =>
        IsThere(session) ? [.. session.TextsOf("left_loads", target).Select(session.Dialect.OwnTable)] : [];
}
