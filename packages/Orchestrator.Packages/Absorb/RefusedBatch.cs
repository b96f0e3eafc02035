using Orchestrator.Data.Absorb;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Absorb;

/// <summary>
/// A batch that the target refuses: parts of it are taken, down to the rows at fault, which are tried again when the
/// others are there, and rejected then. Each step is one transaction, since a refusal may end that, and tables in
/// memory know no savepoints.
/// </summary>
/// <param name="first">The least number of its rows.</param>
/// <param name="last">The greatest one; rows that came between them go with it.</param>
/// <param name="take">Takes a part, or nothing of it. Where it begins behind its end there is no row, and it is taken
/// back.</param>
/// <param name="reject">Rejects rows, and says how many of the first of them are done with.</param>
internal sealed class RefusedBatch(
    long first, long last, Func<long, long, DrainedRows> take,
    Func<IReadOnlyList<(long Number, Exception Why)>, (DrainedRows Moved, int Rows)> reject)
{
    private readonly RowSuspects suspects = new();
    private readonly Stack<(long First, long Last)> parts = new([(first, last)]);
    private readonly Queue<long> again = [];
    private readonly List<(long Number, Exception Why)> refused = [];
    private bool hasTaken = true;

    /// <summary>Whether nothing is left to be done.</summary>
    public bool IsOver => parts.Count == 0 && again.Count == 0 && refused.Count == 0;

    /// <summary>Does one step.</summary>
    /// <returns>What it has moved.</returns>
    public DrainedRows Next()
    {
        if (parts.TryPop(out var part) || again.TryDequeue(out part.First))
        {
            return Try(part.First, Math.Max(part.First, part.Last));
        }

        if (hasTaken && refused.Count > 0)
        {
            // A row may have been refused for one behind it, whose value it gets.
            hasTaken = false;
            refused.ForEach(one => again.Enqueue(one.Number));
            refused.Clear();
            return default;
        }

        return Reject();
    }

    private DrainedRows Try(long from, long to)
    {
        try
        {
            var done = take(from, to);
            if (done.Taken > 0)
            {
                suspects.Passed();
                hasTaken = true;
            }

            return done;
        }
        catch (Exception fault) when (Faults.MayBeRefusal(fault))
        {
            return Divide(from, to, fault);
        }
    }

    private DrainedRows Divide(long from, long to, Exception fault)
    {
        if (from == to)
        {
            suspects.Judge(fault, () => IsRefusedWithNone(from));
            refused.Add((from, fault));
            return refused.Count < RowSuspects.AgainMax ? default : Reject();
        }

        var middle = from + (to - from) / 2;
        parts.Push((middle + 1, to));
        parts.Push((from, middle));
        return default;
    }

    private bool IsRefusedWithNone(long number)
    {
        try
        {
            take(number, number - 1);
            return false;
        }
        catch (Exception fault) when (Faults.MayBeRefusal(fault))
        {
            return true;
        }
    }

    private DrainedRows Reject()
    {
        var (moved, rows) = reject(refused);
        refused.RemoveRange(0, rows);
        return moved;
    }
}
