using Orchestrator.Data;
using Orchestrator.Ledger;
using Orchestrator.Packages;
using Orchestrator.Runner.Outbound;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner;

/// <summary>
/// Moves the files that the runs of a batch have left to be moved. The run's lock keeps other runs of the batch away.
/// </summary>
internal sealed class FilesToMove(
    RunRequest request, LedgerLocation location, PlaceholderResolver placeholders, OutsideText outside, RunLog? log,
    Action<LedgerHold> heldUp)
{
    private readonly FileMoves _moves = new(
        request.Solution, placeholders.Resolve, request.Time, new OutboundHttp(request.Time).Send);

    /// <summary>Whether this solution moves files at all.</summary>
    public bool Any => _moves.Any;

    /// <summary>
    /// Moves those that are recorded, and returns what could not be moved and why; a later run tries these again.
    /// </summary>
    /// <exception cref="LedgerException">The ledger cannot be read or written.</exception>
    public IReadOnlyList<string> Move()
    {
        var (moved, failed) = (new List<(long, string)>(), new List<string>());
        try
        {
            // What was read several times goes where the last one said; the others have nothing to move then.
            foreach (var same in Recorded().GroupBy(one => (one.File.Connection, one.File.Name)))
            {
                if (TryMove(same.Last(), failed) is { } place)
                {
                    moved.AddRange(same.SkipLast(1).Select(one => (one.Number, "")));
                    moved.Add((same.Last().Number, place));
                }
            }
        }
        finally
        {
            _moves.Close();
        }

        if (moved.Count > 0)
        {
            CrashPoint.Pass("files.moved");
            FileWriter.Moved(location, request.Time, request.Fence, moved, heldUp);
        }

        return failed;
    }

    private string? TryMove(FileRecord one, List<string> failed)
    {
        var name = $"'{one.File.Name}' of {one.File.Connection}";
        try
        {
            var place = _moves.Move(one.File, one.Attempt);
            log?.Information(place.Length == 0
                ? $"{name} stays: it is not there any more as attempt {one.Attempt} read it, or nothing moves it now"
                : $"{name} of attempt {one.Attempt} was moved to '{place}'");
            return place;
        }
        catch (Exception fault) when (FileMoves.Explain(fault) is { } why)
        {
            var text = outside.Line($"{RunCodes.NotMoved} {name} could not be moved: {why} The next run tries again.");
            log?.Warning(text);
            failed.Add(text);
            return null;
        }
    }

    private IReadOnlyList<FileRecord> Recorded()
    {
        using var reader = LedgerReader.Reopen(location, request.Time);
        return reader.FilesToMove(request.Plan.Solution, request.Plan.Batch, request.Plan.Environment);
    }
}
