using System.Net.Sockets;
using System.Security.Authentication;
using Npgsql;
using Orchestrator.Data.Servers;

namespace Orchestrator.Data.PostgreSql;

/// <summary>Tells PostgreSQL's failures apart.</summary>
internal static class PostgreSqlErrors
{
    private const string PlaceKey = "Orchestrator.Line";
    private const string InterruptedKey = "Orchestrator.Interrupted";
    private const string ColumnKey = "Orchestrator.Column";
    private const string SecondsKey = "Orchestrator.Seconds";
    private const string Cancelled = "57014";

    // The client lets through what its socket says where the server goes away in the middle of connecting.
    private const string NetworkAssembly = "System.Net.Sockets";

    /// <summary>Notes on a failure the line of the script that it is about, and whether it was asked for.</summary>
    /// <param name="fault">The failure.</param>
    /// <param name="sql">The statement as it was sent.</param>
    /// <param name="line">Line of its first word in the script, from 1.</param>
    /// <param name="isInterrupted">Whether the connection was asked to stop.</param>
    public static void Note(PostgresException fault, string sql, int line, bool isInterrupted)
    {
        if (fault.Data.Contains(InterruptedKey))
        {
            return;
        }

        var before = Math.Clamp(fault.Position - 1, 0, sql.Length);
        fault.Data[PlaceKey] = fault.Position > 0 ? line + sql.AsSpan(0, before).Count('\n') : line;
        fault.Data[InterruptedKey] = isInterrupted;
    }

    /// <summary>Notes on a failure to make a table which of its columns it is about, where the server tells.</summary>
    /// <param name="fault">The failure.</param>
    /// <param name="make">The statement for the first so many of them.</param>
    public static void NoteColumn(
        PostgresException fault, IReadOnlyList<RowColumn> columns, Func<IReadOnlyList<RowColumn>, string> make)
    {
        // The server counts characters, not halves of them.
        bool Reaches(int count) => make([.. columns.Take(count)]).EnumerateRunes().Count() >= fault.Position;

        if (fault.Position > 0 && Enumerable.Range(1, columns.Count).FirstOrDefault(Reaches) is var place and > 0)
        {
            fault.Data[ColumnKey] = columns[place - 1].Name;
        }
    }

    /// <summary>Notes on a failure to connect how long was tried.</summary>
    public static void NoteConnect(NpgsqlException fault, int seconds) => fault.Data[SecondsKey] = seconds;

    /// <summary>Whether it is a failure of a session: of its server, of the client, or bare of the network under it.
    /// </summary>
    public static bool IsOfSession(Exception fault) =>
        fault is NpgsqlException or InvalidOperationException or IOException or SocketException;

    /// <summary>What a failure means; null where it is not one of PostgreSQL or its client.</summary>
    public static DatabaseFault? Explain(Exception fault) => fault switch
    {
        PostgresException refused => OfServer(refused),
        ConnectionStringException { Platform: PostgreSqlPlatform.PlatformName } => new DatabaseFault(
            DatabaseFaultClass.Config, "", fault.Message.TrimEnd('.'), "Correct the connection string."),
        NpgsqlException { InnerException: PostgresException inner } => OfServer(inner),
        NpgsqlException => OfClient((NpgsqlException)fault),
        SocketException socket => OfSocket(socket),
        AuthenticationException => OfTls(fault),
        IOException { Source: NetworkAssembly } => ServerFaults.Lost(),
        _ => null,
    };

    private static DatabaseFault OfServer(PostgresException fault)
    {
        var isOurStop = fault.SqlState == Cancelled && fault.Data[InterruptedKey] is true;
        // Two sessions that make things of one name at one time: the catalog refuses it, and no row is at fault.
        var isMadeTwice = fault is { SqlState: "23505", SchemaName: "pg_catalog" };
        var type = isOurStop ? DatabaseFaultClass.Cancelled
            : isMadeTwice ? DatabaseFaultClass.Transient : PostgreSqlStates.ClassOf(fault.SqlState);
        var made = fault.Data[ColumnKey] as string;
        var column = (fault.SqlState == "23502" ? fault.ColumnName : null) ?? made;
        // Its words are the server's language; this function is where it is asked whether a policy would filter.
        var showsPart = fault is { SqlState: "42501", Routine: "check_enable_rls" };
        return new DatabaseFault(
            type, fault.SqlState, fault.MessageText + (column is null ? "" : $" (column {column})"),
            made is not null ? PostgreSqlStates.TypeAdvice
                : showsPart ? PostgreSqlStates.PartAdvice
                : PostgreSqlStates.AdviceOf(isMadeTwice ? "40001" : fault.SqlState),
            fault.Data[PlaceKey] as int? ?? 0, PostgreSqlStates.EndsSession(fault.SqlState))
        {
            ShowsPart = showsPart,
            MayBeOfRow = made is null && PostgreSqlStates.MayBeOfRow(fault.SqlState),
            OfStatement = showsPart ? StatementFault.None : PostgreSqlStates.StatementFaultOf(fault.SqlState),
        };
    }

    private static DatabaseFault OfClient(NpgsqlException fault) => fault.InnerException switch
    {
        SocketException socket => OfSocket(socket),
        AuthenticationException tls => OfTls(tls),
        TimeoutException => new DatabaseFault(
            DatabaseFaultClass.Transient, "time-out", fault.Data[SecondsKey] is int seconds
                ? $"the server did not answer within {seconds} s"
                : "the server did not answer in time",
            "See that the server is reachable and not overloaded; `Timeout` of the connection string is the time for "
            + "connecting, in seconds.", IsConnectionLost: true),
        IOException => ServerFaults.Lost(),
        _ => new DatabaseFault(
            fault.IsTransient ? DatabaseFaultClass.Transient : DatabaseFaultClass.Config, "connection",
            fault.Message.TrimEnd('.'), "See the connection string and the server's log.",
            IsConnectionLost: fault.IsTransient),
    };

    private static DatabaseFault OfSocket(SocketException fault) => fault.SocketErrorCode switch
    {
        SocketError.HostNotFound or SocketError.NoData => new DatabaseFault(
            DatabaseFaultClass.Config, $"{fault.SocketErrorCode}", "the server's name is not known",
            "Correct `Host` of the connection string.", IsConnectionLost: true),
        SocketError.ConnectionRefused => new DatabaseFault(
            DatabaseFaultClass.Transient, $"{fault.SocketErrorCode}", "nobody listens at the server's address",
            "Start the server, or correct `Host` and `Port` of the connection string.", IsConnectionLost: true),
        _ => new DatabaseFault(
            DatabaseFaultClass.Transient, $"{fault.SocketErrorCode}", "the connection to the server was lost",
            "See the network and the server's log; the package can be tried again.", IsConnectionLost: true),
    };

    private static DatabaseFault OfTls(Exception fault) => new(
        DatabaseFaultClass.Config, "TLS", fault.Message.TrimEnd('.'),
        "Correct `SSL Mode` or `Root Certificate` of the connection string, or the server's certificate.",
        IsConnectionLost: true);
}
