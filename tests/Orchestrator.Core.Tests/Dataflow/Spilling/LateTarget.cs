using Orchestrator.Dataflow;

namespace Orchestrator.Core.Tests.Dataflow.Spilling;

/// <summary>Takes its first rows, and the others when all have been read: so most wait on the link to it, in files.
/// </summary>
internal sealed class LateTarget<T>(Output<T> from, WaitHandle isRead, LinkOptions? link = null)
    : Target<T>(from, "late", link ?? Unbounded)
{
    private CancellationToken _cancellation;

    /// <summary>Holds ten rows in memory.</summary>
    public static LinkOptions Unbounded { get; } = new()
    {
        RowsPerBuffer = 4,
        Depth = 1,
        IsUnbounded = true,
        Spill = new SpillOptions { RowsMax = 10 },
    };

    public List<T> Got { get; } = [];

    /// <summary>Numbers, behind the last of which it takes rows.</summary>
    public static IEnumerable<int> Numbers(int count, EventWaitHandle isRead)
    {
        for (var i = 0; i < count; i++)
        {
            yield return i;
        }

        isRead.Set();
    }

    protected internal override bool MayBlock => true;

    protected internal override void Begin(CancellationToken cancellation)
    {
        _cancellation = cancellation;
        Got.Clear();
    }

    protected override void Receive(ReadOnlySpan<T> rows)
    {
        WaitHandle.WaitAny([isRead, _cancellation.WaitHandle]);
        Got.AddRange(rows);
    }
}
