using System.CommandLine;
using System.Globalization;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Lab.Monitoring;

namespace Orchestrator.Cli.Lab;

/// <summary>What the actions of `monitor` share: the file beside the ledger, plans by their hash, times.</summary>
internal static class CallMonitor
{
    private const int HashCharsMin = 4;

    public static Option<string> Connection { get; } =
        CommonOptions.Text("--connection", "CONN", "run: the connection to watch; plans: only what was seen there");

    /// <summary>Full path of the monitor's file.</summary>
    public static string File(Call call) => MonitorHost.FileIn(CallLedger.Location(call).Folder);

    /// <summary>Opens it for reading.</summary>
    /// <exception cref="UsageException">Nothing was watched yet.</exception>
    public static MonitorReader Open(Call call) => MonitorReader.Open(File(call), call.Host.Time)
        ?? throw new UsageException(
            $"nothing was watched yet: there is no {File(call)}", "orchestrator monitor run --connection CONN");

    /// <summary>The plan whose hash begins so.</summary>
    /// <exception cref="UsageException">There is none, or there are several.</exception>
    public static PlanRecord Plan(MonitorReader reader, string beginning)
    {
        var hash = beginning.ToLowerInvariant();
        if (hash.Length < HashCharsMin || !hash.All(char.IsAsciiHexDigit))
        {
            throw new UsageException(
                $"expected HASH to be {HashCharsMin} or more digits of a hash, got: '{beginning}'",
                "`orchestrator monitor plans --all` lists them");
        }

        return reader.Plans(hash) switch
        {
            [var only] => only,
            [] => throw new UsageException($"there is no plan '{beginning}'",
                "`orchestrator monitor plans --all` lists those that are kept"),
            var several => throw new UsageException($"'{beginning}' may mean {several.Count} plans: give more digits",
                string.Join(", ", several.Select(plan => plan.Hash[..16]))),
        };
    }

    /// <summary>"90s", "8h", "3d"; null where it is not given.</summary>
    public static TimeSpan? Time(Call call, Option<string> option)
    {
        var (text, from) = call.Text(option);
        return text is null ? null : TimeAmount.Parse(text) is { } time && time > TimeSpan.Zero ? time
            : throw new UsageException($"expected {from} to be a time like 5s, 8h or 3d, got: '{text}'");
    }

    /// <summary>A time back from now, or the beginning of a day; null where it is not given.</summary>
    public static DateTimeOffset? Since(Call call, Option<string> option)
    {
        var (text, from) = call.Text(option);
        return text is null ? null
            : DateTimeOffset.TryParseExact(text, "yyyy-MM-dd", CultureInfo.InvariantCulture,
                DateTimeStyles.AssumeUniversal, out var date) ? date
            : TimeAmount.Parse(text) is { } time ? call.Host.Time.GetUtcNow() - time
            : throw new UsageException(
                $"expected {from} to be a time like 8h or 3d, or a date like 2026-01-31, got: '{text}'");
    }
}
