namespace Orchestrator.Faults.Tests.CrashPoints;

/// <summary>The points that a process has passed, from the file that it wrote of them.</summary>
internal sealed class PassedPoints
{
    private readonly Dictionary<(string Point, string Package), long> _counts = [];

    private PassedPoints(IEnumerable<string> lines)
    {
        foreach (var line in lines)
        {
            if (line.Split('\t') is [var point, var package, var amount])
            {
                Add((point, ""), long.Parse(amount));
                Add((point, package), package.Length > 0 ? long.Parse(amount) : 0);
            }
        }
    }

    /// <summary>Their names.</summary>
    public IReadOnlySet<string> Names => _counts.Keys.Select(key => key.Point).ToHashSet();

    /// <summary>Of what a file holds.</summary>
    public static PassedPoints Of(string file) => new(File.ReadLines(file));

    /// <summary>Those that a package has passed.</summary>
    public IEnumerable<string> In(string package) =>
        _counts.Keys.Where(key => key.Package == package).Select(key => key.Point).Order(StringComparer.Ordinal);

    /// <summary>How often a point was passed; within a package, unless that is empty.</summary>
    public long Count(string point, string package = "") => _counts.GetValueOrDefault((point, package));

    private void Add((string, string) key, long amount)
    {
        if (amount > 0)
        {
            _counts[key] = _counts.GetValueOrDefault(key) + amount;
        }
    }
}
