/// <summary>
/// Until it is disposed, no file of the sessions that begin can be longer than a limit: what a full disk does, for one
/// table alone. The limit is no multiple of a page, so that the write at fault is cut and not refused, as on a full
/// disk.
/// </summary>
internal sealed class SmallDisk : IDisposable
{
    private const int HalfPage = 4096;

    private readonly Cluster _cluster;

    public SmallDisk(Cluster cluster, long bytesMax)
    {
        _cluster = cluster;
        if (!cluster.LimitFiles($"{bytesMax + HalfPage}"))
        {
            Assert.Ignore("The files of the server cannot be limited here: prlimit is missing or may not.");
        }
    }

    public void Dispose() => _cluster.LimitFiles("unlimited");
}
