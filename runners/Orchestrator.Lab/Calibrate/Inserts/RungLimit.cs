using Orchestrator.Core;
using Orchestrator.Data.Evidence;

namespace Orchestrator.Lab.Calibrate.Inserts;

/// <summary>What keeps a step of a ladder from being faster.</summary>
public enum Bottleneck { Log, ClientProcessor, ServerProcessor, WriterTurn, Locks, RoundTrips, Server }

/// <summary>Tells what limits a step, from what it took. Pure.</summary>
/// <param name="Of">What it is.</param>
/// <param name="Text">The same in words, with the figure that says so.</param>
public sealed record RungLimit(Bottleneck Of, string Text)
{
    private const double Saturated = 0.85;

    /// <summary>The limit of a step.</summary>
    public static RungLimit Find(RungMeasure measure)
    {
        var writers = Math.Max(measure.WriterTime.TotalSeconds, double.Epsilon);
        // What a server counts it counts of all its sessions.
        var log = Math.Min(1, (measure.LogTime?.TotalSeconds ?? 0) / writers);
        var client = measure.ClientTime.TotalSeconds / writers;
        var server = (measure.ServerTime?.TotalSeconds ?? 0) / writers;
        var locks = Math.Min(1, LocksOf(measure) / writers);
        if (Saturation(measure) is { } full && full.Share > log)
        {
            return full.Limit;
        }

        // What is left is neither of the two computing: the way between them, and what the server does besides.
        var rest = Math.Max(0, 1 - log - client - server - locks);
        (double Share, RungLimit Limit)[] all =
        [
            (log, new(Bottleneck.Log, $"the log: {log:0 %} of the time commits wait for the disk")),
            (client, new(Bottleneck.ClientProcessor, $"the client's processor: {client:0 %} of the time it computes")),
            (server, new(Bottleneck.ServerProcessor, $"the server's processor: {server:0 %} of the time it computes")),
            (locks, new(Bottleneck.Locks, $"locks and latches: {locks:0 %} of the time they are waited for")),
            (rest, Rest(measure, rest)),
        ];
        return all.MaxBy(one => one.Share).Limit;
    }

    private static RungLimit Rest(RungMeasure measure, double share) =>
        measure is { HasOneWriter: true, Rung.Writers: > 1 }
            ? new(Bottleneck.WriterTurn, "the writer turn: a file has one writer at a time, and the others wait")
        : measure.Rung.Kind == RungKind.Bulk
            ? new(Bottleneck.Server, $"the server: {share:0 %} of the time is neither log nor this program")
            : new(Bottleneck.RoundTrips, "round trips: "
                + $"{Words.Number((long)(measure.Commits / Math.Max(measure.Elapsed.TotalSeconds, 1e-9)))} "
                + "statements a second, each waits for its answer");

    /// <summary>Where the processors are at work all the time, whoever waits waits for them.</summary>
    private static (double Share, RungLimit Limit)? Saturation(RungMeasure measure)
    {
        var all = measure.Elapsed.TotalSeconds * measure.Processors;
        var (client, server) = (measure.ClientTime.TotalSeconds, measure.ServerTime?.TotalSeconds ?? 0);
        var used = client + (measure.IsOnThisMachine ? server : 0);
        return all <= 0 || used / all < Saturated ? null
            : (used / all, client >= server
                ? new(Bottleneck.ClientProcessor, $"processors: {used / all:0 %} busy, most of it with the client")
                : new(Bottleneck.ServerProcessor, $"processors: {used / all:0 %} busy, most of it with the server"));
    }

    private static double LocksOf(RungMeasure measure) => measure.Waits
        .Where(wait => wait.Class is WaitClass.Lock or WaitClass.Latch).Sum(wait => wait.Duration.TotalSeconds);
}
