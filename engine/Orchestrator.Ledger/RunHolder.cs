using System.Globalization;

namespace Orchestrator.Ledger;

/// <summary>Who holds a run lock.</summary>
/// <param name="Run">Number of the run; 0 = it has none yet.</param>
/// <param name="Origin">The process.</param>
/// <param name="Since">Since when.</param>
public sealed record RunHolder(long Run, RunOrigin Origin, DateTimeOffset Since)
{
    /// <summary>One sentence part for people.</summary>
    public override string ToString() =>
        $"{(Run == 0 ? "a run that is just beginning" : $"run {Run}")}, process {Origin.ProcessId} on {Origin.Host}, "
        + $"user {Origin.User}, since {Since.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC";

    internal string ToText() => string.Join('\n',
        Run, Origin.ProcessId, Since.UtcDateTime.ToString("O", CultureInfo.InvariantCulture),
        Origin.Host, Origin.User, Origin.BootId);

    internal static RunHolder? FromText(string text)
    {
        var lines = text.Split('\n');
        return lines.Length == 6 && long.TryParse(lines[0], out var run) && int.TryParse(lines[1], out var process)
            && DateTimeOffset.TryParse(
                lines[2], CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var since)
            ? new RunHolder(run, new RunOrigin(lines[3], lines[4], process, lines[5]), since)
            : null;
    }
}
