using System.Globalization;

namespace Orchestrator.Lab.Calibrate.Concurrency;

/// <summary>Reads what Linux says of processors. Pure.</summary>
public static class ProcessorText
{
    private const string Allowed = "Cpus_allowed_list:";

    /// <summary>How many a list such as `0-3,8` names; null where it is none.</summary>
    public static int? Listed(string text)
    {
        var count = 0;
        foreach (var part in text.Trim().Split(','))
        {
            var ends = part.Split('-');
            if (ends.Length > 2 || !ends.All(end => int.TryParse(end, NumberStyles.None, null, out _)))
            {
                return null;
            }

            count += int.Parse(ends[^1], null) - int.Parse(ends[0], null) + 1;
        }

        return count > 0 ? count : null;
    }

    /// <summary>Of /proc/self/status: how many the process may run on.</summary>
    public static int? Affinity(string status) => status.Split('\n')
        .Where(line => line.StartsWith(Allowed, StringComparison.Ordinal))
        .Select(line => Listed(line[Allowed.Length..])).FirstOrDefault();

    /// <summary>Of cpu.max: how many processors' time; null = as much as there is.</summary>
    public static double? Quota(string text) => text.Trim().Split(' ') is [var quota, var period]
        ? Quota(quota, period) : null;

    /// <summary>Of cpu.cfs_quota_us and cpu.cfs_period_us, as older systems have it.</summary>
    public static double? Quota(string quota, string period) =>
        long.TryParse(quota.Trim(), NumberStyles.None, null, out var of)
            && long.TryParse(period.Trim(), NumberStyles.None, null, out var each) && of > 0 && each > 0
            ? (double)of / each : null;

    /// <summary>Of /proc/self/cgroup: the path of the group that limits processors, and whether it is one of the newer
    /// kind; null where there is none.</summary>
    public static (string Path, bool IsUnified)? Group(string text)
    {
        var lines = text.Split('\n').Select(line => line.Split(':', 3)).Where(parts => parts.Length == 3).ToArray();
        return lines.Where(parts => parts[1].Split(',').Contains("cpu"))
            .Select(parts => ((string, bool)?)(parts[2].Trim(), false))
            .Concat(lines.Where(parts => parts[0] == "0" && parts[1].Length == 0)
                .Select(parts => ((string, bool)?)(parts[2].Trim(), true))).FirstOrDefault();
    }
}
