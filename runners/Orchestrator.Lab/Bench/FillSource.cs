using Orchestrator.Dataflow;

namespace Orchestrator.Lab.Bench;

/// <summary>Stores rows into all of a space; the first of them has that number.</summary>
internal delegate void Fill<T>(Span<T> space, long from);

/// <summary>Sources that store each row into the buffers of their link.</summary>
internal static class FillSource
{
    /// <summary>A source of so many rows.</summary>
    public static Output<T> Fill<T>(this Flow flow, string name, long rows, Fill<T> fill)
    {
        var sent = 0L;
        return flow.Produce<T>(name, output =>
        {
            var space = output.Space;
            var count = (int)Math.Min(space.Length, rows - sent);
            fill(space[..count], sent);
            output.Advance(count);
            sent += count;
            return sent < rows;
        });
    }
}
