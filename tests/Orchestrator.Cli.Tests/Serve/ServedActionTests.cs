using System.Net;
using System.Text;
using System.Text.Json.Nodes;

namespace Orchestrator.Cli.Tests.Serve;

/// <summary>What is asked of the page of a real service is done by processes that it starts.</summary>
[Parallelizable(ParallelScope.Self)] // They mostly wait for a service.
internal sealed class ServedActionTests
{
    private const string Says = "the page is at ";

    [Test]
    public async Task A_run_that_failed_is_gone_on_with_and_a_batch_run_once_for_each_key()
    {
        RunningCommand.OnLinuxOnly();
        using var solution = new SmallSolution();
        var file = Path.Combine(solution.Folder, "data", "customer.csv");
        File.Move(file, file + ".away");
        Assert.That(solution.Call("run", "-q").ExitCode, Is.EqualTo(1));
        File.Move(file + ".away", file);
        using var service = new RunningCommand(solution.Folder, "serve", "--listen", "127.0.0.1:0");
        service.AwaitLine("in force: ");
        using var client = Client(service);

        var retry = await AskAsync(client, """{"action":"retry","run":1}""", "k1");
        var again = await AskAsync(client, """{"action":"retry","run":1}""", "k1");
        var retried = Ended(client, retry);
        var late = await AskAsync(client, """{"action":"retry","run":1}""", "k2");
        var run = Ended(client, await AskAsync(client, """{"action":"run","batch":"Nightly"}""", "k3"));

        Assert.That((string)retried["answer"]!, Is.EqualTo("run 2 succeeded"), service.Said);
        Assert.That((long)again["action"]!, Is.EqualTo((long)retry["action"]!));
        Assert.That((string)late["error"]!, Is.EqualTo("run 1 was continued by run 2"));
        Assert.That((string)run["answer"]!, Is.EqualTo("run 3 succeeded"), service.Said);
        Assert.That(LedgerTables.Rows(solution.Folder, "select run, coalesce(continues, 0), verdict from runs"),
            Is.EqualTo(new[] { "1 | 0 | Failed", "2 | 1 | Succeeded", "3 | 0 | Succeeded" }));
        service.Send("TERM");
        Assert.That(service.ExitCode(), Is.Zero.Or.EqualTo(143), service.Said);
    }

    [Test]
    public async Task A_program_that_the_metadata_name_later_waits_until_it_is_approved()
    {
        RunningCommand.OnLinuxOnly();
        using var solution = new SmallSolution();
        using var service = new RunningCommand(
            solution.Folder, "serve", "--listen", "127.0.0.1:0", "--allow", "process");
        service.AwaitLine("in force: ");
        using var client = Client(service);
        solution.Write("projects/Tools/project.yaml", """
            project: Tools
            source: Files
            target: Staging
            objects:
              - {object: touch, kind: process, process: {command: [touch, touched]}}
            """);
        var file = Path.Combine(solution.Folder, "solution.yaml");
        solution.Write("solution.yaml", File.ReadAllText(file).Replace("projects: [", "projects: [Tools, "));
        Assert.That(() => client.GetStringAsync("/approvals").GetAwaiter().GetResult(),
            Does.Contain("data-waiting").After(300_000, 200), service.Said);
        var hash = (await client.GetStringAsync("/approvals")).Split("data-waiting=\"")[1][..64];

        var run = await AskAsync(client, """{"action":"run","batch":"Nightly"}""", "k1");
        service.AwaitLine("ORC5107: it waits until an admin approves touch touched");
        var before = File.Exists(Path.Combine(solution.Folder, "touched"));
        await AskAsync(client, $$"""{"action":"approve","hash":"{{hash}}"}""", "k2");
        var ended = Ended(client, run);

        Assert.That((before, File.Exists(Path.Combine(solution.Folder, "touched"))), Is.EqualTo((false, true)));
        Assert.That((string)ended["answer"]!, Is.EqualTo("run 1 succeeded"), service.Said);
        Assert.That(LedgerTables.Rows(solution.Folder, "select kind, length(hash), name, approved_by from approvals"),
            Has.Count.EqualTo(2).And.Some.EqualTo("Process | 64 | touch touched | local user"));
    }

    private static HttpClient Client(RunningCommand service) => new()
    {
        BaseAddress = new Uri(service.Said.Split('\n').First(line => line.Contains(Says)).Split(Says)[1].Trim()),
    };

    private static JsonNode Ended(HttpClient client, JsonNode action)
    {
        var path = $"/api/v1/actions/{action["action"]}";
        JsonNode Now() => JsonNode.Parse(client.GetStringAsync(path).GetAwaiter().GetResult())!;
        Assert.That(() => (string)Now()["answer"]!, Does.Contain("succeeded").Or.Contain("failed")
            .Or.Contain("no run began").After(300_000, 200));
        return Now();
    }

    private static async Task<JsonNode> AskAsync(HttpClient client, string body, string key)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, "/api/v1/actions")
        {
            Content = new StringContent(body, Encoding.UTF8, "application/json"),
        };
        request.Headers.Add("Idempotency-Key", key);
        using var answer = await client.SendAsync(request);
        Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.Accepted)
            .Or.EqualTo(HttpStatusCode.OK).Or.EqualTo(HttpStatusCode.Conflict));
        return JsonNode.Parse(await answer.Content.ReadAsStringAsync())!;
    }
}
