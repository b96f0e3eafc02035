using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli;

/// <summary>
/// Whether a fault is of the machine (a disk that is full or read-only, rights) or of the names that somebody gave.
/// </summary>
internal static class MachineFault
{
    private const int ReadOnly = 8;
    private const int InputOutput = 10;
    private const int Full = 13;
    private const int CannotOpen = 14;

    // Where a folder was to be made a file lies: EEXIST, ERROR_FILE_EXISTS, ERROR_ALREADY_EXISTS.
    private const int ExistsOnUnix = 17;
    private const int FileExists = unchecked((int)0x80070050);
    private const int AlreadyExists = unchecked((int)0x800700B7);

    /// <summary>Of the machine: the same call works once there is room, or the right to it.</summary>
    public static bool Is(Exception? fault) => fault switch
    {
        null or FileNotFoundException or DirectoryNotFoundException or PathTooLongException => false,
        IOException { HResult: ExistsOnUnix or FileExists or AlreadyExists } => false,
        IOException or UnauthorizedAccessException => true,
        SqliteException { SqliteErrorCode: ReadOnly or InputOutput or Full or CannotOpen } => true,
        _ => Is(fault.InnerException),
    };

    /// <summary>What to throw where a file could not be written.</summary>
    public static Exception Unwritten(string file, Exception fault, string hint) => Is(fault)
        ? new UnwritableException($"'{file}' could not be written: {fault.Message}", $"make room there, or {hint}")
        : new UsageException($"'{file}' could not be written: {fault.Message}", hint);
}
