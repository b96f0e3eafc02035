using Orchestrator.Service.Reading;

namespace Orchestrator.Service.Api;

/// <summary>The newest run of each batch, and what did not start, each the worst first.</summary>
internal sealed record NightDocument(
    int SchemaVersion, IReadOnlyList<BatchEntry> Batches, IReadOnlyList<MissedEntry> NotStarted);

/// <summary>The newest run of a batch, and how long such runs usually take.</summary>
/// <param name="Batch">Name of the batch.</param>
/// <param name="Run">The run.</param>
/// <param name="UsualSeconds">The median of the successes before it; null = not known.</param>
/// <param name="UsualOf">How many those were.</param>
/// <param name="IsLate">Whether it is still on though it should long have ended.</param>
internal sealed record BatchEntry(string Batch, RunEntry Run, double? UsualSeconds, int UsualOf, bool IsLate)
{
    public static BatchEntry Of(BatchNight night) => new(
        night.Digest.Run.Batch, RunEntry.Of(night.Digest), night.Usual?.TotalSeconds, night.UsualOf,
        night.IsLate);
}
