using Orchestrator.Data.Dataflow.Mapping;
using Orchestrator.Dataflow;

namespace Orchestrator.Packages.Flows;

/// <summary>Rows that a worker of a flow has rejected.</summary>
internal sealed class RejectTarget<T>(Output<RejectedRow<T>> from, string name, FlowRejects rejects)
    : Target<RejectedRow<T>>(from, name)
{
    protected override bool MayBlock => true;

    protected override void Receive(ReadOnlySpan<RejectedRow<T>> rows)
    {
        foreach (var row in rows)
        {
            rejects.Add(Name, row.Reason, RowTaking<T>.Text(row.Row));
        }

        rejects.AwaitRoom();
    }
}
