using Orchestrator.Data.Servers;

namespace Orchestrator.Data.PostgreSql;

/// <summary>What the SQLSTATEs of PostgreSQL mean for whoever must act.</summary>
internal static class PostgreSqlStates
{
    /// <summary>What somebody can do where the type of a column is refused.</summary>
    public const string TypeAdvice = "Make its type, collation or extension in that database, or give the column "
        + "another `dataType`.";

    /// <summary>What somebody can do where a policy would hide rows.</summary>
    public const string PartAdvice = "Read with a role that has BYPASSRLS, or write `rowSecurity: accepted` at the "
        + "connection where the rows that its role sees are all that is wanted.";

    private static readonly HashSet<string> NotOfRows = ["", "25", "28", "3D", "XX", "F0"];

    private static readonly HashSet<string> Lost = ["57P01", "57P02", "57P03", "57P05", "25P03", "25P04"];

    /// <summary>Who can do something about it.</summary>
    public static DatabaseFaultClass ClassOf(string state) => state switch
    {
        "40002" => DatabaseFaultClass.Data,
        "55P03" or "55006" or "57014" or "25P03" or "25P04" => DatabaseFaultClass.Transient,
        "0A000" or "42P20" => DatabaseFaultClass.Config,
        "42501" => DatabaseFaultClass.Config,
        "42804" or "42846" => DatabaseFaultClass.Config,
        "08P01" => DatabaseFaultClass.Bug,
        "26000" or "34000" or "25P02" => DatabaseFaultClass.Bug,
        "P0001" or "P0004" or "44000" or "54000" => DatabaseFaultClass.Data,
        "XX001" or "XX002" => DatabaseFaultClass.Config,
        _ => OfClass(state.Length < 2 ? "" : state[..2]),
    };

    /// <summary>
    /// Whether a trigger, a function or the input of a type may have raised it for a row: all but what tells of rights,
    /// of signing in, or of the state of transaction or server.
    /// </summary>
    public static bool MayBeOfRow(string state) =>
        ClassOf(state) == DatabaseFaultClass.Config && state != "42501"
        && !NotOfRows.Contains(state.Length < 2 ? "" : state[..2]);

    /// <summary>What it says of a statement that was not run.</summary>
    public static StatementFault StatementFaultOf(string state) => state switch
    {
        "42601" => StatementFault.Misread,
        "42703" or "42883" => StatementFault.Unknown,
        "42501" => StatementFault.Forbidden,
        _ => StatementFault.None,
    };

    /// <summary>Whether the session is over, so that what was under way is not known.</summary>
    public static bool EndsSession(string state) =>
        Lost.Contains(state) || (state.StartsWith("08", StringComparison.Ordinal) && state != "08P01");

    /// <summary>What somebody can do, as a sentence.</summary>
    public static string AdviceOf(string state) => state switch
    {
        "40001" or "40P01" => "Another session was in the way; the package can be tried again.",
        "55P03" => "Another session holds a lock; end it, or let the package try again.",
        "57014" => "`statement_timeout` of the role or database ended it; raise it for the engine's role.",
        "57P01" or "57P02" => "The server ended the session or shut down; the package can be tried again.",
        "57P03" => "The server is starting or stopping; the package can be tried again.",
        "53300" => "The server, the database or the role has no free connection; raise `max_connections` of the server "
            + "or `CONNECTION LIMIT` of the database or role, or lower `maxConcurrency`.",
        "53100" => "The server's disk is full; make room and run it again.",
        "28P01" or "28000" => "Correct user name and password of the connection, or pg_hba.conf of the server.",
        "3D000" => "Correct `Database` of the connection string, or make the database.",
        "3F000" => "Correct the schema, or make it.",
        "42501" => "Grant the engine's role what it lacks; `orchestrator connections grants CONN` prints what its "
            + "objects need, but for their own statements and queries: what those read is granted by name.",
        "42P01" or "42703" or "42883" => "Correct the name; without quotes PostgreSQL reads names in lower case.",
        "42601" => "Correct the statement.",
        "25006" => "The transaction may only read; a source is never written, nor is a standby server.",
        "25P02" => "An earlier statement of the transaction has failed; see its message.",
        "23502" => "The column takes no NULL; correct the row, or the column.",
        "23503" => "The row refers to one that is not there; load that one first, or correct the row.",
        "23505" => "The key is there already; correct the rows, or the constraint.",
        "22021" => "Bytes of the text are no characters of that encoding; correct them where they are read.",
        "22P05" => "The encoding of the target's database does not have the character; set `onEncodingLoss` to "
            + "redirect or truncate, or load a database whose encoding is UTF8.",
        _ => ServerFaults.AdviceOf(ClassOf(state)),
    };

    private static DatabaseFaultClass OfClass(string first) => first switch
    {
        "08" or "40" or "53" or "57" or "58" or "XX" => DatabaseFaultClass.Transient,
        "21" or "22" or "23" or "27" => DatabaseFaultClass.Data,
        _ => DatabaseFaultClass.Config,
    };
}
