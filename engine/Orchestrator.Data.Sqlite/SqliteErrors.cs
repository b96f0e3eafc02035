using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace Orchestrator.Data.Sqlite;

/// <summary>Tells SQLite's failures apart.</summary>
internal static class SqliteErrors
{
    private const int CannotOpenFolder = raw.SQLITE_CANTOPEN | (2 << 8);
    // Why a file may only be read: what SQLite keeps beside it.
    private const int Recovery = 1;
    private const int CannotLock = 2;
    private const int CannotBegin = 5;
    private const int Folder = 6;

    private const string Beside = "-wal, -shm";

    private static readonly Dictionary<int, string> Names = new()
    {
        [1] = "SQLITE_ERROR",
        [2] = "SQLITE_INTERNAL",
        [3] = "SQLITE_PERM",
        [4] = "SQLITE_ABORT",
        [5] = "SQLITE_BUSY",
        [6] = "SQLITE_LOCKED",
        [7] = "SQLITE_NOMEM",
        [8] = "SQLITE_READONLY",
        [9] = "SQLITE_INTERRUPT",
        [10] = "SQLITE_IOERR",
        [11] = "SQLITE_CORRUPT",
        [12] = "SQLITE_NOTFOUND",
        [13] = "SQLITE_FULL",
        [14] = "SQLITE_CANTOPEN",
        [15] = "SQLITE_PROTOCOL",
        [17] = "SQLITE_SCHEMA",
        [18] = "SQLITE_TOOBIG",
        [19] = "SQLITE_CONSTRAINT",
        [20] = "SQLITE_MISMATCH",
        [21] = "SQLITE_MISUSE",
        [22] = "SQLITE_NOLFS",
        [23] = "SQLITE_AUTH",
        [25] = "SQLITE_RANGE",
        [26] = "SQLITE_NOTADB",
    };

    /// <summary>What it means.</summary>
    public static DatabaseFault Explain(SqliteException fault) =>
        new(Classify(fault), Code(fault), Text(fault), Advice(fault))
        {
            // Functions in triggers, checks and generated columns raise it, too.
            MayBeOfRow = fault.SqliteErrorCode == raw.SQLITE_ERROR,
        };

    /// <summary>Who can do something about it.</summary>
    private static DatabaseFaultClass Classify(SqliteException fault) => fault.SqliteErrorCode switch
    {
        raw.SQLITE_BUSY or raw.SQLITE_LOCKED or raw.SQLITE_PROTOCOL or raw.SQLITE_SCHEMA or raw.SQLITE_IOERR
            or raw.SQLITE_NOMEM => DatabaseFaultClass.Transient,
        raw.SQLITE_CONSTRAINT or raw.SQLITE_MISMATCH or raw.SQLITE_TOOBIG => DatabaseFaultClass.Data,
        raw.SQLITE_INTERRUPT => DatabaseFaultClass.Cancelled,
        raw.SQLITE_MISUSE or raw.SQLITE_RANGE or raw.SQLITE_INTERNAL => DatabaseFaultClass.Bug,
        _ => DatabaseFaultClass.Config,
    };

    /// <summary>The code as people look it up: "SQLITE_BUSY (5)", or with the extended number.</summary>
    private static string Code(SqliteException fault)
    {
        var name = Names.GetValueOrDefault(fault.SqliteErrorCode, "SQLITE");
        var number = fault.SqliteExtendedErrorCode == 0 ? fault.SqliteErrorCode : fault.SqliteExtendedErrorCode;
        return $"{name} ({number})";
    }

    /// <summary>What SQLite said, without the client's frame around it.</summary>
    public static string Text(SqliteException fault)
    {
        var open = fault.Message.IndexOf('\'', StringComparison.Ordinal);
        var close = fault.Message.LastIndexOf('\'');
        return open >= 0 && close > open ? fault.Message[(open + 1)..close] : fault.Message;
    }

    /// <summary>What somebody can do about it, as a sentence.</summary>
    public static string Advice(SqliteException fault) => fault.SqliteErrorCode switch
    {
        raw.SQLITE_BUSY or raw.SQLITE_LOCKED => "Another process holds the file; end it, or let the package retry.",
        raw.SQLITE_FULL => "The disk is full; make room and run it again.",
        raw.SQLITE_TOOBIG => "If the data is right, raise `limits.row` of the connection that is read.",
        raw.SQLITE_CORRUPT when SqliteDamage.IsOfUnknownSql(fault) =>
            $"The file uses SQL that SQLite {SqliteLibrary.Version} of this program does not know; set "
            + $"{SqliteLibrary.OverrideVariable} to a newer library. The file may be whole: keep it.",
        raw.SQLITE_CORRUPT => "The file is damaged; restore it from a copy.",
        raw.SQLITE_NOTADB => "The file is no SQLite database, or it is encrypted or damaged; see what it is before you "
            + "name another one.",
        raw.SQLITE_ERROR when SqliteDamage.IsLacking(fault) =>
            $"SQLite {SqliteLibrary.Version} of this program does not have it: correct the statement, or set "
            + $"{SqliteLibrary.OverrideVariable} to a library that does.",
        raw.SQLITE_CANTOPEN when fault.SqliteExtendedErrorCode == CannotOpenFolder =>
            "A folder has that name; name a file.",
        raw.SQLITE_CANTOPEN => "The file cannot be opened; see that its folder exists, and that this user may open the "
            + $"file and what SQLite keeps beside it ({Beside}).",
        raw.SQLITE_READONLY when fault.SqliteExtendedErrorCode >> 8 is
            Recovery or CannotLock or CannotBegin or Folder =>
            $"What SQLite keeps beside the file ({Beside}) cannot be made or written; check the rights of these and of "
            + "the folder.",
        raw.SQLITE_READONLY or raw.SQLITE_PERM or raw.SQLITE_AUTH => "The file may only be read; check its rights.",
        raw.SQLITE_CONSTRAINT => "The rows break a constraint of the table; correct them, or the constraint.",
        raw.SQLITE_IOERR => "The disk reported an error; if it comes again, look at the machine's log.",
        _ => "Correct the statement or the table and run it again.",
    };
}
