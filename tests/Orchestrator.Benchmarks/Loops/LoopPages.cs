using System.Diagnostics;
using System.Net;
using Orchestrator.Benchmarks.Contests;
using Orchestrator.Benchmarks.Nights;

namespace Orchestrator.Benchmarks.Loops;

/// <summary>The pages of a run with a loop, and the same as JSON, of a service of its own.</summary>
internal static class LoopPages
{
    private const string Says = "the page is at ";
    private const int BytesMax = 500_000;

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private static readonly string[] Addresses =
    [
        "/runs/1", "/runs/1/plan", "/now", "/api/v1/runs/1", "/api/v1/runs/1/nodes", "/api/v1/runs/1/plan",
    ];

    /// <summary>Asks for each and prints what came; whether each is short.</summary>
    public static async Task<bool> RunAsync(NightSolution solution)
    {
        using var service = solution.Begin("serve --listen 127.0.0.1:0 1>&2");
        try
        {
            var root = new Uri(await AddressAsync(service));
            _ = service.StandardError.ReadToEndAsync();
            using var client = new HttpClient();
            await ReadyAsync(client, new Uri(root, "/readyz"));
            var isShort = true;
            foreach (var address in Addresses)
            {
                isShort &= await AskAsync(client, root, address);
            }

            return isShort;
        }
        finally
        {
            Shell.End(service);
            service.WaitForExit(Patience);
        }
    }

    private static async Task<bool> AskAsync(HttpClient client, Uri root, string address)
    {
        var begun = Stopwatch.GetTimestamp();
        var answer = await client.GetByteArrayAsync(new Uri(root, address));
        Console.WriteLine($"  {address}: {answer.Length:N0} bytes (wanted under {BytesMax:N0}), "
            + $"{Stopwatch.GetElapsedTime(begun).TotalSeconds:0.00} s");
        return answer.Length < BytesMax;
    }

    private static async Task<string> AddressAsync(Process service)
    {
        var said = new List<string>();
        while (await service.StandardError.ReadLineAsync() is { } line)
        {
            if (line.Contains(Says, StringComparison.Ordinal))
            {
                return line.Split(Says)[1].Trim();
            }

            said.Add(line);
        }

        throw new InvalidOperationException($"no page: {string.Join('\n', said)}");
    }

    // Ready is who has read the metadata and turned once, a little behind the page.
    private static async Task ReadyAsync(HttpClient client, Uri address)
    {
        var begun = Stopwatch.GetTimestamp();
        using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(50));
        while (!await IsReadyAsync(client, address))
        {
            if (Stopwatch.GetElapsedTime(begun) > Patience)
            {
                throw new InvalidOperationException("the service does not become ready");
            }

            await timer.WaitForNextTickAsync();
        }
    }

    private static async Task<bool> IsReadyAsync(HttpClient client, Uri address)
    {
        using var answer = await client.GetAsync(address);
        return answer.StatusCode == HttpStatusCode.OK;
    }
}
