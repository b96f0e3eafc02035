using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace Orchestrator.Data.Sqlite;

/// <summary>Tells a file that is broken from one that is whole and that this library only cannot read.</summary>
public static class SqliteDamage
{
    // What SQLite says of a schema whose pages are wrong; whatever else it says there came from reading its SQL.
    private static readonly string[] OfPages = ["invalid rootpage", "orphan index"];

    private const string OfSchema = "malformed database schema (";
    private const string Between = ") - ";

    private static readonly string[] Lacking = ["no such function", "no such collation sequence", "no such module"];

    /// <summary>Whether the file is broken, or is no database at all.</summary>
    public static bool Is(SqliteException fault) =>
        fault.SqliteErrorCode == raw.SQLITE_NOTADB
        || (fault.SqliteErrorCode == raw.SQLITE_CORRUPT && !IsOfUnknownSql(fault));

    /// <summary>
    /// Whether the file's schema is written in SQL that this library does not understand: of a newer version, or with
    /// functions of the program that made it. SQLite calls that malformed too, with the same number.
    /// </summary>
    internal static bool IsOfUnknownSql(SqliteException fault)
    {
        var text = SqliteErrors.Text(fault);
        var reason = text.LastIndexOf(Between, StringComparison.Ordinal);
        return fault.SqliteErrorCode == raw.SQLITE_CORRUPT && reason > 0
            && text.StartsWith(OfSchema, StringComparison.Ordinal)
            && !OfPages.Contains(text[(reason + Between.Length)..]);
    }

    /// <summary>Whether a statement or a view asks for something that the library comes without.</summary>
    internal static bool IsLacking(SqliteException fault) =>
        fault.SqliteErrorCode == raw.SQLITE_ERROR && Lacking.Any(SqliteErrors.Text(fault).Contains);
}
