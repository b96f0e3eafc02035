using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Net.Http.Headers;
using Orchestrator.Service.Security;

namespace Orchestrator.Service.Live;

/// <summary>
/// Server-sent events: that a run has come further, and nothing of what it did. Who asks first is told how things
/// stand. Who reads too slowly is dropped, and so is one whose token no longer holds.
/// </summary>
internal sealed class EventStreams(
    ServiceOptions options, ChangeWatch watch, Access access, AuditTrail audit, CancellationToken stopping)
{
    public const string Path = "/api/v1/events";

    private readonly StreamRoom _room = new(options.Limits);

    // Numbers of another start of the service mean nothing to this one.
    private readonly string _start = $"{options.Time.GetUtcNow().ToUnixTimeMilliseconds()}";

    public void Map(IEndpointRouteBuilder web) => web.MapGet(Path, StreamAsync).ExcludeFromDescription();

    internal async Task StreamAsync(HttpContext context)
    {
        var peer = context.Features.Get<Peer>()!;
        using var place = _room.Take(peer.Address);
        if (place is null)
        {
            var refusal = new Refusal(503, "too many event streams are open", options.Limits.Heartbeat);
            audit.Refused(context.Features.Get<Visitor>(), $"{peer.Address}", Replies.Action(context), refusal.Why);
            await Replies.RefuseAsync(context, refusal);
            return;
        }

        context.Response.ContentType = "text/event-stream";
        context.Response.Headers[HeaderNames.XContentTypeOptions] = "nosniff";
        context.Response.Headers["X-Accel-Buffering"] = "no";
        using var watcher = watch.Watch();
        using var over = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted, stopping);
        try
        {
            await WriteAsync(context, "retry: 3000\n\n", over.Token);
            await FollowAsync(context, over.Token);
        }
        catch (OperationCanceledException)
        {
            // It was closed by one side or the other, or its reader was too slow.
        }
    }

    private async Task FollowAsync(HttpContext context, CancellationToken over)
    {
        var told = new Dictionary<long, RunPulse>();
        for (var number = 0L; ;)
        {
            var seen = watch.Last;
            if (seen.Number != number)
            {
                await TellAsync(context, seen, told, over);
                number = seen.Number;
            }

            try
            {
                await seen.Changed.Task.WaitAsync(options.Limits.Heartbeat, options.Time, over);
            }
            catch (TimeoutException)
            {
                if (!access.StillHolds(context))
                {
                    return;
                }

                await WriteAsync(context, ": still here\n\n", over);
            }
        }
    }

    private async Task TellAsync(
        HttpContext context, LiveState seen, Dictionary<long, RunPulse> told, CancellationToken over)
    {
        foreach (var pulse in seen.Pulses.Where(pulse => told.GetValueOrDefault(pulse.Run) != pulse))
        {
            var data = JsonSerializer.Serialize(
                new { run = pulse.Run, sequence = pulse.Sequence, state = pulse.State });
            await WriteAsync(context, $"id: {_start}-{seen.Number}\nevent: change\ndata: {data}\n\n", over);
        }

        told.Clear();
        foreach (var pulse in seen.Pulses)
        {
            told[pulse.Run] = pulse;
        }
    }

    private async Task WriteAsync(HttpContext context, string text, CancellationToken over)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(over);
        patience.CancelAfter(options.Limits.StreamPatience);
        try
        {
            await context.Response.WriteAsync(text, patience.Token);
            await context.Response.Body.FlushAsync(patience.Token);
        }
        catch (OperationCanceledException) when (!over.IsCancellationRequested)
        {
            context.Abort();
            throw;
        }
    }
}
