namespace Orchestrator.Packages.Transfer;

/// <summary>What a transfer has brought so far, told file by file up to a bound.</summary>
/// <param name="tell">Takes the lines.</param>
internal sealed class TransferTally(Action<string> tell)
{
    private readonly List<string> _warnings = [];
    private int _lines;

    /// <summary>Bytes that were brought.</summary>
    public long Bytes { get; private set; }

    /// <summary>What somebody should look at.</summary>
    public IReadOnlyList<string> Warnings => _warnings;

    /// <summary>A file that was brought.</summary>
    public void Brought(string file, long bytes)
    {
        Bytes += bytes;
        Tell($"'{file}': {bytes} bytes");
    }

    /// <summary>A file of which there is something to say.</summary>
    public void Tell(string line)
    {
        if (_lines++ < TransferContract.LinesMax)
        {
            tell(line);
        }
        else if (_lines == TransferContract.LinesMax + 1)
        {
            tell("further files are not told one by one");
        }
    }

    /// <summary>Something that somebody should look at.</summary>
    public void Warn(string line)
    {
        if (_warnings.Count < TransferContract.LinesMax)
        {
            _warnings.Add(line);
        }
    }
}
