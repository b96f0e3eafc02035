using System.Globalization;
using System.Text;
using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace Orchestrator.Ledger;

/// <summary>What helps where the disk refuses, or the name of a file, and not what the file is or whose.</summary>
internal static class DiskFaults
{
    // No room (ENOSPC, a quota on Linux and macOS, ERROR_DISK_FULL, ERROR_HANDLE_DISK_FULL).
    private static readonly int[] Full =
        [28, 122, 69, unchecked((int)0x80070070), unchecked((int)0x80070027)];

    // Read-only (EROFS, ERROR_WRITE_PROTECT).
    private static readonly int[] ReadOnly = [30, unchecked((int)0x80070013)];

    // What SQLite takes of a path on Unix, without the ends of the names that it puts beside the file.
    private const int PathBytesMax = 500;

    /// <summary>Whether a disk takes nothing, as it is full or read-only.</summary>
    public static bool Is(IOException error) => Full.Contains(error.HResult) || ReadOnly.Contains(error.HResult);

    /// <summary>A sentence that says what to do; null = neither is at fault.</summary>
    public static string? Way(LedgerLocation location, Exception error) => error switch
    {
        _ when location.File.Length == 0 => null,
        SqliteException { SqliteErrorCode: raw.SQLITE_FULL } => Room,
        IOException fault when Full.Contains(fault.HResult) => Room,
        IOException fault when ReadOnly.Contains(fault.HResult) =>
            "Its disk is read-only: name another ledger with --ledger.",
        SqliteException { SqliteErrorCode: raw.SQLITE_IOERR } =>
            "Its disk failed to read or write. See what the system's log says of that disk, and whether it has room; "
            + "then ask again.",
        SqliteException { SqliteErrorCode: raw.SQLITE_CANTOPEN } when BytesOf(location) > PathBytesMax =>
            Shorter(location),
        PathTooLongException => Shorter(location),
        _ => null,
    };

    private static string Room => "Make room on its disk, or name a ledger on another one with --ledger.";

    private static int BytesOf(LedgerLocation location) => Encoding.UTF8.GetByteCount(Path.GetFullPath(location.File));

    private static string Shorter(LedgerLocation location) => string.Create(CultureInfo.InvariantCulture,
        $"Its path has {BytesOf(location)} bytes, which is more than SQLite or the system takes: ")
        + "move the solution, or name a ledger with a shorter path with --ledger.";
}
