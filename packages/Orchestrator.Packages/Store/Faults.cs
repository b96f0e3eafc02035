using Orchestrator.Core;
using Orchestrator.Data;

namespace Orchestrator.Packages.Store;

/// <summary>Turns what drivers throw into the failure of a package; what is no failure at work stays thrown.</summary>
internal static class Faults
{
    /// <summary>Whether the exception is a failure at work or a cancellation, and not a bug of ours.</summary>
    public static bool IsExpected(Exception fault) =>
        fault is DataRefusedException or IOException or UnauthorizedAccessException or OperationCanceledException
            or PackageRefusedException || IsTooLarge(fault) || Platforms.Explain(fault) is not null;

    /// <summary>Whether a database refused rows for what is in them, and goes on.</summary>
    public static bool IsRefusal(Exception fault) => fault is DataRefusedException
        || Platforms.Explain(fault)?.Fault is { Class: DatabaseFaultClass.Data, IsConnectionLost: false };

    /// <summary>Whether a database refused rows for what is in them, or may have.</summary>
    public static bool MayBeRefusal(Exception fault) => IsRefusal(fault)
        || Platforms.Explain(fault)?.Fault is { MayBeOfRow: true, IsConnectionLost: false };

    /// <summary>The result of an attempt that ended with that exception.</summary>
    public static PackageResult Result(
        Exception fault, string phase, string connection, CancellationToken cancellation, RowCounts counts = default)
    {
        var isStopped = fault is OperationCanceledException
            || Platforms.Explain(fault)?.Fault.Class == DatabaseFaultClass.Cancelled;
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
        (Platforms.Explain(fault)?.Fault.Text ?? fault.Message).TrimEnd('.');

    // That a file may not grow any more (EFBIG) is thrown by .NET's own I/O, as if somebody had passed a wrong number.
    private static bool IsTooLarge(Exception fault) => fault is ArgumentOutOfRangeException { ParamName: "value" }
        && fault.StackTrace?.Contains(" System.IO.", StringComparison.Ordinal) == true;

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
        _ when Platforms.Explain(fault) is { } known => Error(known.Platform, known.Fault, phase, connection),
        _ => new PackageError
        {
            Code = "ORC3404",
            Class = fault is FileNotFoundException or UnauthorizedAccessException or UnusableFileException
                || phase == "open"
                ? ErrorClass.Config
                : ErrorClass.Transient,
            Phase = phase,
            Message = fault.Message,
            Connection = connection,
        },
    };

    private static PackageError Error(IPlatform platform, DatabaseFault fault, string phase, string connection) => new()
    {
        Code = fault.ShowsPart ? "ORC3465" : "ORC3409",
        Class = ClassOf(fault),
        Phase = phase,
        Message = $"{platform.Name} refused it: {fault.Text.TrimEnd('.')}. {fault.Advice}",
        Connection = connection,
        ServerCode = fault.Code,
        Line = fault.Line,
    };

    private static ErrorClass ClassOf(DatabaseFault fault) => fault.Class switch
    {
        DatabaseFaultClass.Transient or DatabaseFaultClass.Cancelled => ErrorClass.Transient,
        DatabaseFaultClass.Data => ErrorClass.Data,
        DatabaseFaultClass.Bug => ErrorClass.Bug,
        _ => ErrorClass.Config,
    };
}
