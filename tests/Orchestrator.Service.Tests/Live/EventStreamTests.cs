using System.Net;
using System.Text.Json.Nodes;
using Orchestrator.Ledger.Tokens;

namespace Orchestrator.Service.Tests.Live;

/// <summary>Those who watch are told that a run has come further, as many of them as there is room for.</summary>
internal sealed class EventStreamTests
{
    private const string Path = "/api/v1/events";

    [Test]
    public async Task Who_asks_is_told_how_things_stand_and_then_what_changes()
    {
        using var nights = Nights.Several();
        await using var served = await Served.StartAsync(ledger: nights.Location);
        using var answer = await served.GetAsync(Path);
        using var stream = new EventReader(await answer.Content.ReadAsStreamAsync());

        var first = await stream.NextAsync();
        nights.Add(FailedNight.Plan with { Batch = "Late" }, Nights.Well, 0);
        var next = first;
        while ((long)next.Data["run"]! != 7 || (string)next.Data["state"]! == "running")
        {
            next = await stream.NextAsync();
        }

        Assert.That(answer.Content.Headers.ContentType!.MediaType, Is.EqualTo("text/event-stream"));
        Assert.That((first.Name, (long)first.Data["run"]!, (string)first.Data["state"]!),
            Is.EqualTo(("change", 6L, "running")));
        Assert.That($"{first.Data["sequence"]}", Is.EqualTo(nights.Rows(
            "select max(sequence) from transitions where run = 6").Single()));
        Assert.That($"{next.Data["sequence"]}", Is.EqualTo(nights.Rows(
            "select max(sequence) from transitions where run = 7").Single()));
        Assert.That(next.Id, Is.Not.Empty.And.Not.EqualTo(first.Id));
    }

    [Test]
    public async Task A_stream_without_news_says_that_it_is_still_there()
    {
        await using var served = await Served.StartAsync(Hasty);
        using var answer = await served.GetAsync(Path);
        using var reader = new StreamReader(await answer.Content.ReadAsStreamAsync());

        var line = await reader.ReadLineAsync();
        while (line is not null && !line.StartsWith(": ", StringComparison.Ordinal))
        {
            line = await reader.ReadLineAsync();
        }

        Assert.That(line, Is.EqualTo(": still here"));
    }

    [Test]
    public async Task A_stream_ends_with_its_token()
    {
        var isRevoked = false;
        await using var served = await Served.StartAsync(options => Hasty(Served.WithTokens(options)) with
        {
            FindToken = _ => isRevoked ? null : new TokenGrant("morning desk", TokenRole.Viewer),
        });
        using var answer = await served.GetAsync(Path, ("Authorization", "Bearer " + Served.ViewerToken));
        using var reader = new StreamReader(await answer.Content.ReadAsStreamAsync());
        isRevoked = true;

        var end = await reader.ReadToEndAsync().WaitAsync(TimeSpan.FromMinutes(5));

        Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.OK));
        Assert.That(end, Does.Not.Contain("data:"));
    }

    [Test]
    public async Task Streams_end_when_the_service_does()
    {
        var served = await Served.StartAsync();
        using var answer = await served.GetAsync(Path);
        using var reader = new StreamReader(await answer.Content.ReadAsStreamAsync());

        await served.Host.DisposeAsync().AsTask().WaitAsync(TimeSpan.FromMinutes(5));

        Assert.That(await reader.ReadToEndAsync(), Does.StartWith("retry: "));
        await served.DisposeAsync();
    }

    [Test]
    public async Task Of_a_thousand_idle_streams_a_few_are_kept_the_others_refused_and_pages_answered()
    {
        await using var served = await Served.StartAsync();
        var open = new List<RawConnection>();
        var (kept, refused) = (0, 0);
        for (var at = 0; at < 1_000; at++)
        {
            var raw = await RawConnection.OpenAsync(served.Address);
            open.Add(raw);
            await raw.SendAsync($"GET {Path} HTTP/1.1\r\nHost: 127.0.0.1:{served.Address.Port}\r\n\r\n");
            var status = (await raw.ReadAsync())[.."HTTP/1.1 200".Length];
            (kept, refused) = status.EndsWith("200", StringComparison.Ordinal)
                ? (kept + 1, refused) : (kept, refused + 1);
        }

        var page = await served.StatusAsync("/");
        open.ForEach(raw => raw.Dispose());

        Assert.That((kept, refused), Is.EqualTo((20, 980)));
        Assert.That(page, Is.EqualTo(HttpStatusCode.OK));
        Assert.That(served.Refused.First().Detail, Does.StartWith("too many event streams"));
        Assert.That(served.Refused.Count(), Is.LessThan(100));
    }

    [Test]
    public async Task A_place_that_is_left_is_free_again()
    {
        await using var served = await Served.StartAsync(options => Hasty(options) with
        {
            Limits = Hasty(options).Limits with { StreamsMax = 1 },
        });
        var first = await served.GetAsync(Path);
        Assert.That(await served.StatusAsync(Path), Is.EqualTo(HttpStatusCode.ServiceUnavailable));

        first.Dispose();

        var status = HttpStatusCode.ServiceUnavailable;
        while (status != HttpStatusCode.OK)
        {
            status = await served.StatusAsync(Path);
        }
    }

    private static ServiceOptions Hasty(ServiceOptions options) => options with
    {
        Limits = options.Limits with { Heartbeat = TimeSpan.FromMilliseconds(200) },
    };

    private sealed record Event(string Id, string Name, JsonNode Data);

    private sealed class EventReader(Stream stream) : IDisposable
    {
        private readonly StreamReader _reader = new(stream);

        public async Task<Event> NextAsync()
        {
            var fields = new Dictionary<string, string>();
            while (true)
            {
                var line = await _reader.ReadLineAsync().WaitAsync(TimeSpan.FromMinutes(5))
                    ?? throw new EndOfStreamException();
                if (line.Length == 0 && fields.TryGetValue("data", out var data))
                {
                    return new Event(fields["id"], fields["event"], JsonNode.Parse(data)!);
                }

                if (line.Split(": ", 2) is [{ Length: > 0 } name, var value])
                {
                    fields[name] = value;
                }
            }
        }

        public void Dispose() => _reader.Dispose();
    }
}
