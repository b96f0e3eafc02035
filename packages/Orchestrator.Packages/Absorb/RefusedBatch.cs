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
    private readonly RowSuspects _suspects = new();
    private readonly Stack<(long First, long Last)> _parts = new([(first, last)]);
    private readonly Queue<long> _again = [];
    private readonly List<(long Number, Exception Why)> _refused = [];
    private bool _hasTaken = true;

    /// <summary>Whether nothing is left to be done.</summary>
    public bool IsOver => _parts.Count == 0 && _again.Count == 0 && _refused.Count == 0;

    /// <summary>Does one step.</summary>
    /// <returns>What it has moved.</returns>
    public DrainedRows Next()
    {
        if (_parts.TryPop(out var part) || _again.TryDequeue(out part.First))
        {
            return Try(part.First, Math.Max(part.First, part.Last));
        }

        if (_hasTaken && _refused.Count > 0)
        {
            // A row may have been refused for one behind it, whose value it gets.
            _hasTaken = false;
            _refused.ForEach(one => _again.Enqueue(one.Number));
            _refused.Clear();
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
                _suspects.Passed();
                _hasTaken = true;
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
            _suspects.Judge(fault, () => IsRefusedWithNone(from));
            _refused.Add((from, fault));
            return _refused.Count < RowSuspects.AgainMax ? default : Reject();
        }

        var middle = from + (to - from) / 2;
        _parts.Push((middle + 1, to));
        _parts.Push((from, middle));
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
        var (moved, rows) = reject(_refused);
        _refused.RemoveRange(0, rows);
        return moved;
    }
}
