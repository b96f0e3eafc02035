using Orchestrator.Cli.Connections;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Solutions;
using Orchestrator.Compare;
using Orchestrator.Compare.Parts;
using Orchestrator.Compare.Values;
using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Compared;
using Orchestrator.Runner.Artifacts;

namespace Orchestrator.Cli.Compare;

/// <summary>What came of one comparison of rows.</summary>
/// <param name="Entry">What was compared.</param>
/// <param name="Time">How long it took.</param>
internal sealed record ComparedEntry(ParityEntry Entry, TimeSpan Time)
{
    private const string FolderName = "compare";

    /// <summary>What came of it; null = it failed.</summary>
    public ComparisonResult? Result { get; init; }

    /// <summary>Why it failed; null = it did not.</summary>
    public PackageError? Error { get; init; }

    /// <summary>What a call ends with that made this comparison alone.</summary>
    public int ExitCode => Error is { } error
        ? error is { Connection: "", Class: ErrorClass.Config } ? Runner.ExitCode.Usage : Runner.ExitCode.Unreachable
        : Result!.AreEqual ? Runner.ExitCode.Done : Runner.ExitCode.Failed;

    /// <summary>Compares the rows of two sides.</summary>
    /// <exception cref="UsageException">A side is none, or its connection is not there.</exception>
    /// <exception cref="OperationCanceledException">Somebody asked the call to stop.</exception>
    public static ComparedEntry Of(
        Call call, Solution solution, ParityEntry entry, (int? Rows, TimeSpan? Time) limits)
    {
        var targets = CallConnections.Targets(call, solution);
        var folder = PrivateFiles.CreateFolder(
            Path.Combine(CallSolution.Folder(call), LedgerLocation.FolderName, FolderName)).FullName;
        var sides = new[] { entry.Old, entry.New }.Select(text => Place(solution, text)).ToArray();
        RefuseFormat(solution, sides, entry.Format);
        DataRows[] RowsOf(CancellationToken stop) => [.. sides.Select(
            side => targets.Rows(side, FormatOf(solution, side, entry.Format), folder, stop))];
        var options = new ComparisonOptions
        {
            Key = entry.Key,
            Columns = entry.Columns,
            Exclude = entry.Exclude,
            Rules = entry.Allow,
            Folder = folder,
        };
        return Run(
            call, entry, RowsOf, limits.Rows is { } max ? options with { Limit = max } : options, limits.Time);
    }

    private static ComparedEntry Run(
        Call call, ParityEntry entry, Func<CancellationToken, DataRows[]> rowsOf, ComparisonOptions options,
        TimeSpan? timeout)
    {
        using var late = new CancellationTokenSource(timeout ?? Timeout.InfiniteTimeSpan, call.Host.Time);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(call.Host.Stop, late.Token);
        var rows = rowsOf(stop.Token);
        var began = call.Host.Time.GetTimestamp();
        ComparedEntry Ended() => new(entry, call.Host.Time.GetElapsedTime(began));
        try
        {
            var (left, right) = (Side(rows[0], entry.Old, options), Side(rows[1], entry.New, options));
            var result = DataComparison.Run(left, right, options, stop.Token);
            return Ended() with { Result = result };
        }
        catch (Exception fault) when (fault is SideFailedException or OperationCanceledException
            && late.IsCancellationRequested && !call.Host.Stop.IsCancellationRequested)
        {
            return Ended() with
            {
                Error = Refused("ORC6108", ErrorClass.Transient,
                    $"The comparison was not done within {Words.Limit(timeout!.Value)}. Give it more time by "
                    + "--timeout, or compare some of the rows by a query, CONNECTION:(SELECT …)."),
            };
        }
        catch (SideFailedException) when (call.Host.Stop.IsCancellationRequested)
        {
            throw new OperationCanceledException(call.Host.Stop);
        }
        catch (SideFailedException failed) when (Explained(failed, entry, rows) is { } error)
        {
            return Ended() with { Error = error };
        }
        catch (SpillFailedException full)
        {
            return Ended() with
            {
                Error = Refused("ORC3404", ErrorClass.Transient,
                    $"What stands for the rows is kept on disk meanwhile, and found no room: {full.Message}. Make room "
                    + "there, or compare some of the rows by a query, CONNECTION:(SELECT …)."),
            };
        }
        catch (DataRefusedException refused)
        {
            return Ended() with { Error = Refused(refused.Code, ErrorClass.Config, refused.Message) };
        }
    }

    private static PackageError Refused(string code, ErrorClass kind, string message) => new()
    {
        Code = code,
        Class = kind,
        Phase = FolderName,
        Message = message,
    };

    // Who compares a side with itself has one failure of two.
    private static PackageError? Explained(SideFailedException failed, ParityEntry entry, DataRows[] rows) =>
        rows[failed.Side.Name == entry.Old ? 0 : 1].Explain(failed.InnerException!);

    private static ComparedSide Side(DataRows rows, string name, ComparisonOptions options) => new()
    {
        Name = name,
        Open = rows.Open,
        OpenKeys = rows.OpenKeys,
        Key = options.Key.Count > 0 ? [] : rows.Key,
        Describe = column => new SideColumn(column)
        {
            Declared = rows.DeclaredOf(column),
            IsNumberText = rows.IsNumberText(column),
            IsSensitive = rows.IsSensitive(column),
            Default = rows.DefaultOf(column),
        },
    };

    private static DataPlace Place(Solution solution, string text)
    {
        var place = DataPlace.Of(text) ?? throw new UsageException(
            $"'{text}' names no rows", $"write {DataPlace.Expected}");
        var connection = ConnectionsVerb.Find(solution, place.Connection);
        return connection.IsFolder && place.Query is not null
            ? throw new UsageException(
                $"'{connection.Name}' is a folder of files, which answers no query", "name a file of it")
            : place;
    }

    private static void RefuseFormat(Solution solution, DataPlace[] sides, string? format)
    {
        var known = sides.Select(side => ConnectionsVerb.Find(solution, side.Connection))
            .Where(connection => connection.IsFolder).SelectMany(connection => connection.Formats.Keys).ToArray();
        if (format is not null && !known.Contains(format))
        {
            throw new UsageException(known.Length == 0
                ? $"the format '{format}' is of files, and none is compared"
                : $"there is no format '{format}'", NearName.Hint(format, known));
        }
    }

    private static string? FormatOf(Solution solution, DataPlace side, string? format) => format is not null
        && ConnectionsVerb.Find(solution, side.Connection).Formats.ContainsKey(format) ? format : null;
}
