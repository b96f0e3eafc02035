using System.Security.Authentication;
using Microsoft.Data.SqlClient;
using Orchestrator.Data.Servers;

namespace Orchestrator.Data.SqlServer;

/// <summary>Tells SQL Server's failures apart.</summary>
internal static class SqlServerErrors
{
    private const string LineKey = "Orchestrator.Line";
    private const string StoppedKey = "Orchestrator.Stopped";
    private const string SecondsKey = "Orchestrator.Seconds";
    private const int ClientTimedOut = -2;
    private const int CancelledByUs = 0;
    private const int MessagesMax = 3;
    private const int HostNotFound = 11001;
    private const int Unreachable = 53;
    private const byte FatalClass = 20;

    /// <summary>Notes on a failure where its statement begins in the script, and whether it was asked for.</summary>
    /// <param name="fault">The failure.</param>
    /// <param name="line">Line of the statement's first word in the script, from 1.</param>
    /// <param name="isStopped">Whether the session was asked to stop.</param>
    /// <returns>Who can do something about it.</returns>
    public static DatabaseFaultClass Note(SqlException fault, int line, bool isStopped)
    {
        fault.Data[LineKey] = line;
        fault.Data[StoppedKey] = isStopped;
        return Explain(fault).Class;
    }

    /// <summary>Notes on a failure to connect how long was tried.</summary>
    public static void NoteConnect(SqlException fault, int seconds) => fault.Data[SecondsKey] = seconds;

    /// <summary>What a failure means; null where it is none of this platform.</summary>
    public static DatabaseFault? Explain(Exception fault) => fault switch
    {
        SqlException { InnerException: AuthenticationException inner } => OfTls(inner),
        SqlException { Number: ClientTimedOut } late when late.Data[SecondsKey] is int seconds => new DatabaseFault(
            DatabaseFaultClass.Transient, "time-out", $"the server did not answer within {seconds} s",
            SqlServerNumbers.AdviceOf(ClientTimedOut, DatabaseFaultClass.Transient), IsConnectionLost: true),
        SqlException { Class: >= FatalClass } unreached when unreached.ClientConnectionId == Guid.Empty =>
            OfAddress(unreached),
        SqlException known => Explain(known),
        ConnectionStringException { Platform: SqlServerPlatform.PlatformName } setting => new DatabaseFault(
            DatabaseFaultClass.Config, "connection string", setting.Message, "Correct the connection."),
        SqlServerDurabilityException durability => new DatabaseFault(
            durability.Type, "delayed durability", durability.Message, durability.Advice),
        _ => null,
    };

    /// <summary>
    /// What a failure means. The server may say several things about one: the first error decides, unless a later one
    /// tells that the session is over.
    /// </summary>
    public static DatabaseFault Explain(SqlException fault)
    {
        var errors = fault.Errors.Cast<SqlError>().Where(error => error.Class > 10 || error.Number <= 0).ToArray();
        var main = errors.FirstOrDefault() ?? fault.Errors[0];
        var isLost = fault.Class >= FatalClass || errors.Any(error => SqlServerNumbers.EndsSession(error.Number));
        var type = IsStop(fault, main) ? DatabaseFaultClass.Cancelled
            : isLost && !SqlServerNumbers.IsKnown(main.Number) ? DatabaseFaultClass.Transient
            : SqlServerNumbers.ClassOf(main.Number, main.Class);
        var text = string.Join(
            "; ", (errors.Length == 0 ? [main] : errors).Take(MessagesMax).Select(Text).Distinct());
        return new DatabaseFault(
            type, Code(main), text, SqlServerNumbers.AdviceOf(main.Number, type), LineOf(fault, main), isLost)
        {
            MayBeOfRow = SqlServerNumbers.MayBeOfRow(main.Number),
        };
    }

    // The client's own words for it are three sentences of guesses.
    private static DatabaseFault OfAddress(SqlException fault) => fault.Number == HostNotFound
        ? new DatabaseFault(
            DatabaseFaultClass.Config, $"{HostNotFound}", "the server's name is not known",
            SqlServerNumbers.AdviceOf(HostNotFound, DatabaseFaultClass.Config), IsConnectionLost: true)
        : new DatabaseFault(
            DatabaseFaultClass.Transient, "connection", "the server cannot be reached",
            SqlServerNumbers.AdviceOf(Unreachable, DatabaseFaultClass.Transient), IsConnectionLost: true);

    private static DatabaseFault OfTls(AuthenticationException fault) => new(
        DatabaseFaultClass.Config, "TLS", fault.Message.Trim().ReplaceLineEndings(" ").TrimEnd('.', ' '),
        "Correct `Encrypt`, `Host Name In Certificate` or `Server Certificate` of the connection string, or the "
        + "server's certificate.", IsConnectionLost: true);

    private static bool IsStop(SqlException fault, SqlError main) =>
        fault.Data[StoppedKey] is true
        && (main.Number is CancelledByUs or ClientTimedOut or 596 or 3617 || fault.Class >= FatalClass);

    private static string Code(SqlError error) =>
        error.Number is > 0 or ClientTimedOut ? $"{error.Number}" : "connection";

    private static string Text(SqlError error)
    {
        var text = KeyQuoted(error.Number, error.Message.Trim().ReplaceLineEndings(" ").TrimEnd('.'));
        return error.Procedure.Length == 0 ? text : $"{text} (in {error.Procedure}, line {error.LineNumber})";
    }

    // In another language than English nothing before the value says that it is one.
    private static string KeyQuoted(int number, string text)
    {
        var (open, close) = (text.IndexOf('('), text.LastIndexOf(')'));
        return open < 0 || close < open || !SqlServerNumbers.TellsKey(number)
            || text.Contains("value is (", StringComparison.Ordinal)
            ? text : $"{text[..open]}'{text[open..(close + 1)]}'{text[(close + 1)..]}";
    }

    private static int LineOf(SqlException fault, SqlError error) =>
        error.Procedure.Length == 0 && error.LineNumber > 0 && fault.Data[LineKey] is int line
            ? line + error.LineNumber - 1
            : fault.Data[LineKey] as int? ?? 0;
}
