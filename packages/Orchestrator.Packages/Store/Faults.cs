using Microsoft.Data.Sqlite;
using Orchestrator.Data;
using Orchestrator.Data.Sqlite;
using Orchestrator.Engine;

namespace Orchestrator.Packages.Store;

/// <summary>Turns what drivers throw into the failure of a package; what is no failure at work stays thrown.</summary>
internal static class Faults
{
    /// <summary>Whether the exception is a failure at work or a cancellation, and not a bug of ours.</summary>
    public static bool IsExpected(Exception fault) =>
        fault is DataRefusedException or SqliteException or IOException or UnauthorizedAccessException
            or OperationCanceledException or PackageRefusedException;

    /// <summary>The result of an attempt that ended with that exception.</summary>
    public static PackageResult Result(
        Exception fault, string phase, string connection, CancellationToken cancellation, RowCounts counts = default)
    {
        var isStopped = fault is OperationCanceledException
            or SqliteException { SqliteErrorCode: SQLitePCL.raw.SQLITE_INTERRUPT };
        if (isStopped && cancellation.IsCancellationRequested)
        {
            return new PackageResult { Outcome = NodeState.Cancelled, Counts = counts };
        }

        return new PackageResult
        {
            Outcome = NodeState.Failed,
            Counts = counts,
            Error = Error(fault, phase, connection),
        };
    }

    /// <summary>What happened, without what to do about it.</summary>
    public static string Text(Exception fault) =>
        fault is SqliteException sqlite ? SqliteErrors.Text(sqlite) : fault.Message.TrimEnd('.');

    private static PackageError Error(Exception fault, string phase, string connection) => fault switch
    {
        PackageRefusedException refused => refused.Error with { Connection = connection },
        DataRefusedException refused => new PackageError
        {
            Code = refused.Code,
            Class = ErrorClass.Data,
            Phase = phase,
            Message = refused.Message,
            Connection = connection,
            Script = refused.File,
            Line = refused.Line,
        },
        SqliteException sqlite => new PackageError
        {
            Code = "ORC3409",
            Class = ClassOf(sqlite),
            Phase = phase,
            Message = $"SQLite refused it: {SqliteErrors.Text(sqlite)}. {SqliteErrors.Advice(sqlite)}",
            Connection = connection,
            ServerCode = SqliteErrors.Code(sqlite),
        },
        _ => new PackageError
        {
            Code = "ORC3404",
            Class = fault is FileNotFoundException or UnauthorizedAccessException || phase == "open"
                ? ErrorClass.Config
                : ErrorClass.Transient,
            Phase = phase,
            Message = fault.Message,
            Connection = connection,
        },
    };

    private static ErrorClass ClassOf(SqliteException fault) => SqliteErrors.Classify(fault) switch
    {
        SqliteFault.Transient or SqliteFault.Cancelled => ErrorClass.Transient,
        SqliteFault.Data => ErrorClass.Data,
        SqliteFault.Bug => ErrorClass.Bug,
        _ => ErrorClass.Config,
    };
}
