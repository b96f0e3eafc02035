namespace Orchestrator.Packages.FileTasks;

/// <summary>What became of files, for run.log, which takes so many lines of an attempt.</summary>
/// <param name="tell">Told each line.</param>
internal sealed class ToldFiles(Action<string> tell)
{
    private const int LinesMax = 100;

    private int _lines;

    /// <summary>Tells of one file.</summary>
    public void Add(string line)
    {
        if (_lines++ < LinesMax)
        {
            tell(line);
        }
    }

    /// <summary>Tells how many more there were.</summary>
    public void End()
    {
        if (_lines > LinesMax)
        {
            tell($"and {_lines - LinesMax} more, which are left out");
        }
    }
}
