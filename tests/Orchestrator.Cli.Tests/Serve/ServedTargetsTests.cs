using System.Diagnostics;
using System.Net;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Text.Json.Nodes;

namespace Orchestrator.Cli.Tests.Serve;

/// <summary>What a service shows of databases beside its ledger: rejected rows, and buffers, also of a server that
/// says nothing.</summary>
[Parallelizable(ParallelScope.Self)] // They mostly wait for a service.
internal sealed class ServedTargetsTests
{
    private const string Says = "the page is at ";
    private const string Rejects = "/runs/1/rejects/Staging/invoice";

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    [Test]
    public async Task Rejected_rows_are_counted_for_everybody_and_shown_to_operators(
        [Values("Sqlite", "PostgreSql")] string platform)
    {
        RunningCommand.OnLinuxOnly();
        using var solution = new RejectingSolution(platform);
        solution.Call("run", "-q");
        var (viewer, desk) = (Token(solution, "viewer"), Token(solution, "operator"));
        using var service = Serve(solution.Folder, solution.Variables);

        // A page waits for a database for a short time only, and says how it is when it is asked again.
        var seen = await TextAsync(service, Rejects, viewer, text => text.Contains("2 rows"));
        var shown = await TextAsync(service, Rejects, desk, text => text.Contains("too long a name"));
        var api = $"/api/v1{Rejects.Replace("/rejects/Staging/invoice", "/packages/Staging/invoice/rejects")}";
        var counted = JsonNode.Parse(await TextAsync(service, api, viewer, Has("reasons")))!;
        var listed = JsonNode.Parse(await TextAsync(service, api, desk, Has("rows")))!;

        Assert.That(seen, Does.Contain("value=\"2\">2 rows</data>").And.Contain("Truncation"));
        Assert.That(seen, Does.Not.Contain("too long a"));
        Assert.That(seen, Does.Contain("the roles operator and admin see it"));
        Assert.That(shown, Does.Contain("too long a name").And.Not.Contain("the roles operator"));
        Assert.That((counted["rejected"]!.ToString(), counted["rows"]), Is.EqualTo(("2", (JsonNode?)null)));
        Assert.That(counted["reasons"]!.AsArray().Sum(each => (int)each!["rows"]!), Is.EqualTo(2));
        Assert.That(listed["rows"]!.AsArray().Select(each => (string)each!["value"]!),
            Is.EquivalentTo(solution.Rows("SELECT \"Value\" FROM {0}")));
    }

    [Test]
    public async Task A_silent_server_keeps_no_page_from_others_and_its_buffer_has_no_answer()
    {
        RunningCommand.OnLinuxOnly();
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        using var folder = Absorbing(((IPEndPoint)silent.LocalEndpoint).Port);
        Called.Piped(folder.Path, "{\"Id\":1,\"State\":\"new\"}\n", "absorb", "ingest", "orders", "--format", "jsonl");
        using var service = Serve(folder.Path, []);

        var page = TextAsync(service, "/absorbers", "", IsTold);
        var home = await TextAsync(service, "/");
        var api = JsonNode.Parse(await TextAsync(service, "/api/v1/absorbers", "", IsTold))!["absorbers"]!
            .AsArray();

        Assert.That(home, Does.Contain("Last night"));
        // Nobody drains the other one, and after half a minute of that it is stale.
        Assert.That(api.Select(each => $"{each!["name"]} {each["state"]} {each["backlog"]}").Order(),
            Is.EqualTo(new[] { "Far/clicks no answer ", "Mart/orders nobody drains 1" })
                .Or.EqualTo(new[] { "Far/clicks no answer ", "Mart/orders stale 1" }));
        Assert.That(await page, Does.Contain("data-absorber=\"Mart/orders\"").And.Contain("value=\"1\">1</data>")
            .And.Contain("no answer"));
    }

    [Test]
    public async Task The_plan_in_force_of_a_batch_is_that_of_the_metadata()
    {
        RunningCommand.OnLinuxOnly();
        using var folder = Absorbing(1);
        using var service = Serve(folder.Path, []);

        var plan = JsonNode.Parse(await TextAsync(service, "/api/v1/batches/Nightly/plan"))!;

        Assert.That(plan["nodes"]!.AsArray().Select(each => $"{each!["kind"]} {each["packages"]}"),
            Is.EqualTo(new[] { "container 1", "container 1" }));
        Assert.That(await TextAsync(service, "/batches/Nightly/plan"), Does.Contain("In force · Plan of Nightly"));
    }

    private static TemporaryFolder Absorbing(int port)
    {
        var folder = new TemporaryFolder();
        folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Shop
            connections:
              - {connection: Mart, platform: Sqlite}
              - {connection: Far, platform: PostgreSql,
                 connectionString: "Host=127.0.0.1;Port={{port}};Database=x;Username=x;Timeout=60"}
            batches:
              - {batch: Nightly, projects: [Mart, Far]}
            projects:
              - project: Mart
                target: Mart
                objects:
                  - {object: orders, kind: absorb, columns: [{column: Id, dataType: int, key: 1},
                      {column: State, dataType: nvarchar(20)}]}
              - project: Far
                target: Far
                objects:
                  - {object: clicks, kind: absorb, columns: [{column: Id, dataType: int, key: 1}]}
            """);
        return folder;
    }

    private static string Token(RejectingSolution solution, string role) =>
        solution.Call("tokens", "create", role, "--role", role, "-q").Out.Split('\n')
            .First(line => line.StartsWith("orc_", StringComparison.Ordinal)).Trim();

    private static RunningCommand Serve(string folder, Dictionary<string, string> variables)
    {
        var service = new RunningCommand(folder, variables, "serve", "--listen", "127.0.0.1:0");
        service.AwaitLine(Says);
        service.AwaitLine("in force: ");
        return service;
    }

    private static Predicate<string> Has(string key) => text => JsonNode.Parse(text)![key] is JsonArray;

    private static bool IsTold(string text) => text.Contains("no answer");

    private static async Task<string> TextAsync(
        RunningCommand service, string path, string token = "", Predicate<string>? isIt = null)
    {
        var address = service.Said.Split('\n').First(line => line.Contains(Says)).Split(Says)[1].Trim();
        using var client = new HttpClient { BaseAddress = new Uri(address) };
        if (token.Length > 0)
        {
            client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);
        }

        var begun = Stopwatch.GetTimestamp();
        while (true)
        {
            using var answer = await client.GetAsync(new Uri(path, UriKind.Relative));
            Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.OK), path);
            var text = await answer.Content.ReadAsStringAsync();
            if (isIt?.Invoke(text) != false || Stopwatch.GetElapsedTime(begun) > Patience)
            {
                return text;
            }
        }
    }
}
