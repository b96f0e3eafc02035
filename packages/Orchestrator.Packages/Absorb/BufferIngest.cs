using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Absorb;

/// <summary>
/// Loads a stream into a buffer, piece by piece, each as one transaction: guarded, redirected and counted as a load
/// from a file is.
/// </summary>
/// <param name="context">The object.</param>
/// <param name="warn">Told what is to be said of the rows, the same once.</param>
internal sealed class BufferIngest(PackageContext context, Action<string> warn)
{
    private const string Connection = "standard input";

    private const string TooMany = "ORC3408";

    // A stream may go on for days.
    private const int WarningsMax = 1000;

    // More transactions than the load of a piece makes.
    private const long StepsOfPiece = 1L << 32;

    // A ledger of its own, in which each piece has steps of its own: by the marker of the buffer one would else look
    // committed that is not, since all of them are attempt 0.
    private readonly Guid _ledger = Guid.NewGuid();
    private readonly HashSet<string> _warned = new(StringComparer.Ordinal);
    private long _piece;
    private long _read;

    /// <summary>Lines of the stream whose rows are in the buffer, or were rejected.</summary>
    public long Lines => _read;

    /// <summary>Loads until the stream ends, somebody asks to stop, or a piece fails; what is in the middle is loaded
    /// to its end.</summary>
    /// <param name="input">The stream.</param>
    /// <param name="format">csv or jsonl.</param>
    /// <param name="told">Told the rows so far.</param>
    public PackageResult Run(Stream input, string format, Action<RowCounts> told)
    {
        var folder = Directory.CreateTempSubdirectory("orchestrator-ingest-").FullName;
        try
        {
            using var pieces = new InputPieces(input, hasQuotes: format == "csv", context.Time);
            return Run(pieces, format, folder, told);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private PackageResult Run(InputPieces pieces, string format, string folder, Action<RowCounts> told)
    {
        var all = new PackageResult { Outcome = NodeState.Succeeded };
        while (true)
        {
            _read = pieces.Line - 1;
            // Its name says in a failure where in the stream it was.
            var file = $"standard-input-from-line-{pieces.Line}";
            try
            {
                using var written = File.Create(Path.Combine(folder, file));
                if (!pieces.Next(written, context.Object.Absorb!.Interval, context.Cancellation))
                {
                    return all;
                }
            }
            catch (Exception fault) when (Faults.IsExpected(fault))
            {
                return Faults.Result(fault, "read", Connection, CancellationToken.None, all.Counts);
            }

            var result = new LoadRun(Piece(folder, file, format, all.Counts.Rejected), FreeDisk.Of).Run();
            Warn(result.Warnings);
            all = result with { Counts = all.Counts + result.Counts };
            if (result.Outcome != NodeState.Succeeded)
            {
                return result.Error?.Code == TooMany ? all with { Error = OverAll(result.Error) } : all;
            }

            File.Delete(Path.Combine(folder, file));
            told(all.Counts);
        }
    }

    private void Warn(IEnumerable<string> warnings)
    {
        foreach (var warning in warnings.Where(one => _warned.Count < WarningsMax && _warned.Add(one)))
        {
            warn(warning);
        }
    }

    // The piece knows only of what was left for it.
    private PackageError OverAll(PackageError error) => error with
    {
        Message = "More rows of standard input were rejected than "
            + $"`maxErrors: {context.Object.Errors.MaxErrors.Value}` allows: correct them, or raise the limit.",
    };

    private PackageContext Piece(string folder, string file, string format, long rejected)
    {
        var errors = context.Object.Errors;
        var most = errors.MaxErrors.Value;
        var connection = new Connection
        {
            Name = Connection,
            Platform = PlatformTable.Folder,
            Folder = folder,
            Formats = new Dictionary<string, FileFormat>
            {
                ["csv"] = new FileFormat { Name = "csv", Style = FileStyle.Csv },
                ["jsonl"] = new FileFormat { Name = "jsonl", Style = FileStyle.Jsonl },
            },
        };
        return context with
        {
            Folder = folder,
            Ledger = _ledger,
            StepsBefore = _piece++ * StepsOfPiece,
            Cancellation = CancellationToken.None,
            Solution = context.Solution with { Connections = [.. context.Solution.Connections, connection] },
            Object = AbsorbRun.Ingest(context.Object) with
            {
                Source = new ObjectSource { Connection = Connection, File = file, Format = format },
                Watermark = null,
                // What was rejected before counts, too.
                Errors = most < 0 ? errors
                    : errors with { MaxErrors = errors.MaxErrors with { Value = Math.Max(0, most - rejected) } },
            },
        };
    }
}
