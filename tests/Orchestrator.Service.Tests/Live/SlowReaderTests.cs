using System.Net;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Orchestrator.Ledger;
using Orchestrator.Service.Live;
using Orchestrator.Service.Reading;
using Orchestrator.Service.Security;

namespace Orchestrator.Service.Tests.Live;

/// <summary>Who reads too slowly.</summary>
internal sealed class SlowReaderTests
{
    [Test]
    public async Task A_reader_that_takes_nothing_is_dropped()
    {
        var options = Served.Options(new LedgerLocation("/nowhere/ledger.db"), new Served.Seen()) with
        {
            Limits = new ServiceLimits { StreamPatience = TimeSpan.FromMilliseconds(50) },
        };
        var audit = new AuditTrail(options.Audit, "prod", options.Outside, options.Time);
        using var watch = new ChangeWatch(
            new LedgerCache(options.Ledger, options.Time), new PulseReader(options.Environment), options.Time);
        var access = new Access(options, new Sessions(options.Time), new FailedTries(10, options.Time), audit, true);
        var lifetime = new Lifetime();
        var context = new DefaultHttpContext();
        context.Features.Set<IHttpRequestLifetimeFeature>(lifetime);
        context.Features.Set(new Peer(IPAddress.Loopback, false));
        context.Response.Body = new Stuck();

        await new EventStreams(options, watch, access, audit, default).StreamAsync(context)
            .WaitAsync(TimeSpan.FromMinutes(5));

        Assert.That(lifetime.IsAborted, Is.True);
    }

    private sealed class Lifetime : IHttpRequestLifetimeFeature
    {
        public bool IsAborted { get; private set; }

        public CancellationToken RequestAborted { get; set; }

        public void Abort() => IsAborted = true;
    }

    /// <summary>Takes a byte and no other.</summary>
    private sealed class Stuck : MemoryStream
    {
        public override async ValueTask WriteAsync(
            ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
            await Task.Delay(Timeout.Infinite, cancellationToken);
    }
}
