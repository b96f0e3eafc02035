using System.Globalization;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Text.RegularExpressions;
using MySqlConnector;
using Orchestrator.Data.Servers;

namespace Orchestrator.Data.MariaDb;

/// <summary>Tells MariaDB's failures apart.</summary>
internal static partial class MariaDbErrors
{
    private const string PlaceKey = "Orchestrator.Line";
    private const string InterruptedKey = "Orchestrator.Interrupted";
    private const string SecondsKey = "Orchestrator.Seconds";

    // The client lets through what its socket says where the server goes away, or TLS where it goes within a frame.
    private const string NetworkAssembly = "System.Net.Sockets";
    private const string TlsAssembly = "System.Net.Security";
    private const string ClientAssembly = "MySqlConnector";
    private const string NotOpen = "Connection must be Open";
    private const string TimedOut = "Connect Timeout expired";

    /// <summary>Notes on a failure the line of the script that it is about, and whether it was asked for.</summary>
    /// <param name="fault">The failure.</param>
    /// <param name="line">Line of the statement's first word in the script, from 1.</param>
    /// <param name="isInterrupted">Whether the connection was asked to stop.</param>
    public static void Note(MySqlException fault, int line, bool isInterrupted)
    {
        if (fault.Data.Contains(InterruptedKey))
        {
            return;
        }

        fault.Data[PlaceKey] = line + LineWithin(fault) - 1;
        fault.Data[InterruptedKey] = isInterrupted;
    }

    /// <summary>Notes on a failure to connect how long was tried.</summary>
    public static void NoteConnect(MySqlException fault, int seconds) => fault.Data[SecondsKey] = seconds;

    /// <summary>Whether it is a failure of a session: of its server, of the client, or bare of the network under it.
    /// </summary>
    public static bool IsOfSession(Exception fault) =>
        fault is MySqlException or InvalidOperationException or IOException or SocketException;

    /// <summary>What a failure means; null where it is not one of MariaDB or its client.</summary>
    public static DatabaseFault? Explain(Exception fault) => fault switch
    {
        MySqlException server when server.Number > 0 && server.Number != MariaDbNumbers.NoConnection =>
            OfServer(server),
        MySqlException client => OfClient(client),
        MariaDbServerException server => new DatabaseFault(
            server.Class, "", server.Message, server.Advice, IsConnectionLost: server.IsConnectionLost),
        ConnectionStringException { Platform: MariaDbPlatform.PlatformName } => new DatabaseFault(
            DatabaseFaultClass.Config, "", fault.Message.TrimEnd('.'), "Correct the connection string."),
        MySqlEndOfStreamException or SocketException => ServerFaults.Lost(),
        IOException { Source: NetworkAssembly or TlsAssembly } => ServerFaults.Lost(),
        // What the client says of each statement behind the one that found out.
        InvalidOperationException { Source: ClientAssembly } when fault.Message.StartsWith(
            NotOpen, StringComparison.Ordinal) => ServerFaults.Lost(),
        AuthenticationException => OfTls(fault),
        _ => null,
    };

    private static DatabaseFault OfServer(MySqlException fault)
    {
        var isOurStop = fault.Number == MariaDbNumbers.Stopped && fault.Data[InterruptedKey] is true;
        return new DatabaseFault(
            isOurStop ? DatabaseFaultClass.Cancelled : MariaDbNumbers.ClassOf(fault.Number, fault.SqlState),
            fault.Number.ToString(CultureInfo.InvariantCulture), fault.Message,
            IsOfSavepoint(fault) ? MariaDbServerException.EndedAdvice
                : MariaDbAdvice.Of(fault.Number, fault.SqlState), fault.Data[PlaceKey] as int? ?? 0,
            MariaDbNumbers.EndsSession(fault.Number))
        {
            MayBeOfRow = MariaDbNumbers.MayBeOfRow(fault.Number, fault.SqlState),
        };
    }

    private static DatabaseFault OfClient(MySqlException fault) => fault switch
    {
        { InnerException: AuthenticationException tls } => OfTls(tls),
        { Number: MariaDbNumbers.NoConnection } when fault.Message.Contains(TimedOut, StringComparison.Ordinal) =>
            new DatabaseFault(
                DatabaseFaultClass.Transient, "time-out", fault.Data[SecondsKey] is int seconds
                    ? $"the server did not answer within {seconds} s"
                    : "the server did not answer in time",
                "See that the server is reachable and not overloaded; `Connection Timeout` of the connection string is "
                + "the time for connecting, in seconds.", IsConnectionLost: true),
        { Number: MariaDbNumbers.NoConnection } when IsOfTls(fault) => OfTls(fault),
        { Number: MariaDbNumbers.NoConnection } => new DatabaseFault(
            DatabaseFaultClass.Transient, "connection", "nobody answers at the server's address, or its name is not "
            + "known", "Start the server, or correct `Server` and `Port` of the connection string.",
            IsConnectionLost: true),
        { InnerException: IOException or SocketException } => ServerFaults.Lost(),
        // The client says so where a statement names an @name that nobody gives a value.
        _ => new DatabaseFault(
            DatabaseFaultClass.Config, "client", WithoutFrame(fault.Message),
            "Correct the statement, or the connection string.", fault.Data[PlaceKey] as int? ?? 0),
    };

    private static DatabaseFault OfTls(Exception fault) => new(
        DatabaseFaultClass.Config, "TLS", fault.Message.TrimEnd('.'),
        "Correct `SSL Mode` or `SSL CA` of the connection string, or the server's certificate.",
        IsConnectionLost: true);

    private static bool IsOfTls(MySqlException fault) =>
        fault.Message.Contains("SSL", StringComparison.Ordinal)
        || fault.Message.Contains("TLS", StringComparison.Ordinal)
        || fault.Message.Contains("secure connection", StringComparison.Ordinal);

    // Its advice is to allow what would make of a mistyped name a NULL.
    private static string WithoutFrame(string message)
    {
        var at = message.IndexOf(" To use this as a variable", StringComparison.Ordinal);
        return (at < 0 ? message : message[..at]).TrimEnd('.');
    }

    // A mark within the transaction is gone only with the transaction.
    private static bool IsOfSavepoint(MySqlException fault) => fault.Number == MariaDbNumbers.NoSuchSavepoint
        && fault.Message.StartsWith("SAVEPOINT", StringComparison.Ordinal);

    private static int LineWithin(MySqlException fault) =>
        fault.Number == MariaDbNumbers.Syntax && AtLine().Match(fault.Message) is { Success: true } found
            ? int.Parse(found.Groups[1].ValueSpan, CultureInfo.InvariantCulture)
            : 1;

    [GeneratedRegex(@" at line (\d{1,9})$")]
    private static partial Regex AtLine();
}
