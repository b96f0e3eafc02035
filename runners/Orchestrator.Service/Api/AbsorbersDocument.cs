using Microsoft.AspNetCore.Http;
using Orchestrator.Service.Reading;

namespace Orchestrator.Service.Api;

/// <summary>The objects of kind absorb, the worst first; null = no metadata are in force.</summary>
internal sealed record AbsorbersDocument(int SchemaVersion, IReadOnlyList<AbsorberEntry>? Absorbers)
{
    public static ApiAddress Address { get; } = new(
        "/absorbers", "How the buffers stand that are declared",
        reading => async (CancellationToken aborted) => TypedResults.Ok(new AbsorbersDocument(
            ApiDocument.SchemaVersion, (await reading.AbsorbersAsync(aborted))?.Select(AbsorberEntry.Of).ToList())));
}

/// <summary>How a buffer stands; what is null its database has not said.</summary>
/// <param name="Name">The object.</param>
/// <param name="Connection">The connection that it writes.</param>
/// <param name="State">In a word or a few.</param>
/// <param name="IsStale">Whether its oldest row waits for longer than it may.</param>
/// <param name="LimitSeconds">How long a row may wait.</param>
/// <param name="Buffer">Name of the buffer.</param>
/// <param name="Backlog">Rows that wait in it.</param>
/// <param name="OldestSeconds">How long the oldest of them has waited.</param>
/// <param name="ArrivingPerSecond">Rows added in a second, as the drainer saw it last.</param>
/// <param name="DrainingPerSecond">Rows drained in a second, as the drainer saw it last.</param>
/// <param name="Drainer">Who drains it.</param>
/// <param name="HeardSeconds">How long ago the drainer was heard.</param>
/// <param name="Fault">What the database said in its place.</param>
internal sealed record AbsorberEntry(
    string Name, string Connection, string State, bool IsStale, double LimitSeconds, string? Buffer, long? Backlog,
    double? OldestSeconds, long? ArrivingPerSecond, long? DrainingPerSecond, string? Drainer, double? HeardSeconds,
    string? Fault)
{
    public static AbsorberEntry Of(AbsorberReading reading)
    {
        var status = reading.Status is { IsThere: true } there ? there : null;
        return new(reading.Name, reading.Connection, reading.State.Word, reading.IsStale, reading.Limit.TotalSeconds,
            ApiDocument.Said(reading.Status?.Buffer), status?.Backlog,
            status is { Backlog: > 0 } ? status.Age.TotalSeconds : null,
            status?.Heard is null ? null : status.Arriving, status?.Heard is null ? null : status.Draining,
            ApiDocument.Said(status?.Drainer), status?.Heard?.TotalSeconds, ApiDocument.Said(reading.Fault));
    }
}
