using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Rejects;

namespace Orchestrator.Packages.Flows;

/// <summary>
/// Rows that a flow could not take on, until the load takes them; added from any thread. However few rows the flow
/// brings, only some wait: whoever adds them waits as well, until the load has come for them.
/// </summary>
/// <param name="definition">The object whose flow it is.</param>
/// <param name="gate">Where the rows of the flow go.</param>
/// <param name="isSensitive">Whether what a reason quotes may be sensitive: it is kept beside the row alone.</param>
internal sealed class FlowRejects(ObjectDefinition definition, BatchGate gate, bool isSensitive)
{
    private const string Code = "ORC3706";
    private const int WaitingMax = 1000;

    private readonly List<RejectedRow> _waiting = [];

    /// <summary>How many there were.</summary>
    public long Count { get; private set; }

    /// <summary>Keeps a row, or fails where the first one is one too many.</summary>
    /// <param name="worker">Who rejects it.</param>
    /// <param name="reason">Why, without its values.</param>
    /// <param name="row">The row as text.</param>
    /// <param name="number">Its number in the source; 0 = it has none, and is numbered as it comes.</param>
    /// <param name="file">The file that it comes from; empty = from none.</param>
    /// <exception cref="DataRefusedException">`errors` does not redirect rows.</exception>
    public void Add(string worker, string reason, string row, long number = 0, string file = "")
    {
        lock (gate.Access)
        {
            Count++;
            var rejected = new RejectedRow
            {
                Row = number > 0 ? number : Count,
                File = file,
                Column = "",
                Value = ShownText.Kept(row),
                Shown = "",
                Reason = RejectReason.Refused,
                Code = Code,
                Message = $"{worker}: {reason}",
            };
            if (definition.Errors.OnError.Value != Policy.Redirect)
            {
                var shown = QuotedWords.Shown(reason.TrimEnd('.'), isSensitive);
                throw new DataRefusedException(Code, $"'{worker}' of the flow rejected a row: {shown}. "
                    + "Correct the source, or keep such rows with `errors: {onError: redirect}`.")
                {
                    File = file,
                    Row = rejected.Row,
                    Rejected = [rejected],
                    RowsRead = 1,
                };
            }

            _waiting.Add(rejected);
        }
    }

    /// <summary>Keeps rows that the source itself has rejected.</summary>
    public void Add(IReadOnlyList<RejectedRow> rows)
    {
        lock (gate.Access)
        {
            Count += rows.Count;
            _waiting.AddRange(rows);
        }
    }

    /// <summary>Waits while there are many; called between rows, by a thread that may block.</summary>
    public void AwaitRoom()
    {
        lock (gate.Access)
        {
            while (_waiting.Count >= WaitingMax && !gate.HasEnded)
            {
                gate.Ask();
                Monitor.Wait(gate.Access);
            }
        }
    }

    /// <summary>Hands over what has come since the last time.</summary>
    public void MoveTo(List<RejectedRow> rows)
    {
        lock (gate.Access)
        {
            rows.AddRange(_waiting);
            _waiting.Clear();
            Monitor.PulseAll(gate.Access);
        }
    }
}
