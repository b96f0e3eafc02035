using System.Globalization;

namespace Orchestrator.Lab.Calibrate.Concurrency;

/// <summary>Looks at what the system says of processors; elsewhere than on Linux only the runtime tells.</summary>
public static class ProcessorProbe
{
    private const string Groups = "/sys/fs/cgroup";

    /// <summary>What is there.</summary>
    public static ProcessorFacts Now(Func<string, string?> variable) => new()
    {
        Runtime = Environment.ProcessorCount,
        Variable = int.TryParse(variable("DOTNET_PROCESSOR_COUNT"), NumberStyles.None, null, out var said)
            ? said : null,
        Machine = Text("/sys/devices/system/cpu/online") is { } online ? ProcessorText.Listed(online) : null,
        Affinity = Text("/proc/self/status") is { } status ? ProcessorText.Affinity(status) : null,
        Quota = Quota(),
    };

    /// <summary>The least of the group's own limit and those above it.</summary>
    private static double? Quota()
    {
        if (Text("/proc/self/cgroup") is not { } groups || ProcessorText.Group(groups) is not var (path, isUnified))
        {
            return null;
        }

        double? least = null;
        for (var group = path.TrimEnd('/'); ; group = group[..group.LastIndexOf('/')])
        {
            var quota = isUnified ? OfUnified(Groups + group) : OfOlder($"{Groups}/cpu{group}");
            least = least is null || quota < least ? quota ?? least : least;
            if (group.Length == 0)
            {
                return least;
            }
        }
    }

    private static double? OfUnified(string folder) =>
        Text($"{folder}/cpu.max") is { } text ? ProcessorText.Quota(text) : null;

    private static double? OfOlder(string folder) =>
        Text($"{folder}/cpu.cfs_quota_us") is { } quota && Text($"{folder}/cpu.cfs_period_us") is { } period
            ? ProcessorText.Quota(quota, period) : null;

    private static string? Text(string file)
    {
        try
        {
            return OperatingSystem.IsLinux() && File.Exists(file) ? File.ReadAllText(file) : null;
        }
        catch (Exception closed) when (closed is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
