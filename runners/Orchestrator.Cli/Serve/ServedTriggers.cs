using System.Security.Cryptography;
using System.Text;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Schedules;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Cli.Serve;

/// <summary>The triggers of a batch as a service goes by them: those that are enabled.</summary>
internal static class ServedTriggers
{
    public static IEnumerable<ServedTrigger> Of(Solution solution, Batch batch) =>
        batch.Triggers.Where(trigger => trigger.IsEnabled).Select(trigger => Of(solution, batch, trigger));

    private static ServedTrigger Of(Solution solution, Batch batch, Trigger trigger) => new()
    {
        Batch = batch.Name,
        Name = trigger.Name,
        Words = TriggerProperties.Words(trigger),
        Hash = Hash(trigger),
        Zone = TimeZones.TryFind(trigger.TimeZone, out var zone) ? zone : TimeZoneInfo.Utc,
        Schedule = trigger.Schedule,
        Misfire = trigger.Misfire,
        After = trigger.After?.Batch,
        Outcome = trigger.After?.Outcome ?? default,
        Files = trigger.File is { } file ? Files(solution, file) : null,
    };

    private static AwaitedFiles Files(Solution solution, FileArrival file) => new(
        Path.GetFullPath(solution.Connections.First(one => one.Name == file.Connection).Folder!, solution.Folder),
        file.Name, file.StableFor);

    private static string Hash(Trigger trigger) =>
        Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(TriggerProperties.Text(trigger))));
}
