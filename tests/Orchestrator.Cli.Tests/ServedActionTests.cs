using System.Net;
using System.Text;
using System.Text.Json.Nodes;

namespace Orchestrator.Cli.Tests;

/// <summary>What is asked of the page of a real service is done by processes that it starts.</summary>
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
        using var client = new HttpClient
        {
            BaseAddress = new Uri(service.Said.Split('\n').First(line => line.Contains(Says)).Split(Says)[1].Trim()),
        };

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

    private static JsonNode Ended(HttpClient client, JsonNode action)
    {
        var path = $"/api/v1/actions/{action["action"]}";
        JsonNode Now() => JsonNode.Parse(client.GetStringAsync(path).GetAwaiter().GetResult())!;
        Assert.That(() => (string)Now()["answer"]!, Does.Contain("succeeded").Or.Contain("failed")
            .Or.Contain("no run began").After(90_000, 200));
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
        Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.Accepted).Or.EqualTo(HttpStatusCode.Conflict));
        return JsonNode.Parse(await answer.Content.ReadAsStringAsync())!;
    }
}
