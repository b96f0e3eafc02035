namespace Orchestrator.Data.Files.Tasks;

/// <summary>Whether two streams give the same bytes.</summary>
internal static class SameContent
{
    private const int AtOnce = 1 << 17;

    public static bool Are(Stream one, Stream other, CancellationToken cancellation)
    {
        var (first, second) = (new byte[AtOnce], new byte[AtOnce]);
        while (true)
        {
            cancellation.ThrowIfCancellationRequested();
            var read = one.ReadAtLeast(first, AtOnce, throwOnEndOfStream: false);
            var beside = other.ReadAtLeast(second, AtOnce, throwOnEndOfStream: false);
            if (read != beside || !first.AsSpan(0, read).SequenceEqual(second.AsSpan(0, beside)))
            {
                return false;
            }

            if (read < AtOnce)
            {
                return true;
            }
        }
    }
}
