namespace Orchestrator.Cli.Tests.Run.Kinds;

/// <summary>The example of the guide's page on requests does what the page says.</summary>
internal sealed class HttpGuideTests
{
    [Test]
    public void The_example_asks_for_a_file_and_tells_what_it_has_done()
    {
        using var folder = new TemporaryFolder();
        using var server = new AnsweringServer(request => request.StartsWith("GET ", StringComparison.Ordinal)
            ? AnsweringServer.Answer(200, "{\"EUR\": 1.1}") : AnsweringServer.Answer(202));
        Directory.CreateDirectory(Path.Combine(folder.Path, "data"));
        folder.Write("solution.yaml", GuideExamples.Of("http")[0]
            .Replace("https://api.example.org", server.Address, StringComparison.Ordinal)
            .Replace("          url:", "          allowPrivate: true\n          url:", StringComparison.Ordinal));
        Dictionary<string, string> variables = new() { ["ORCHESTRATOR_SECRET_PARTNER_TOKEN"] = "pa55w0rd-9" };

        var called = Called.With(folder.Path, variables, false, "run", "--as-of", "2026-01-31");

        Assert.That(called.ExitCode, Is.Zero, called.Out + called.Error);
        Assert.That(File.ReadAllText(Path.Combine(folder.Path, "data", "rates.json")), Is.EqualTo("{\"EUR\": 1.1}"));
        Assert.That(server.Requests.First(), Does.StartWith("GET /v1/rates?day=2026-01-31 HTTP/1.1\r\n"));
        Assert.That(server.Requests.Last(), Does.StartWith("POST /v1/loads HTTP/1.1\r\n")
            .And.Contain("Authorization: Bearer pa55w0rd-9\r\n")
            .And.EndWith("{\"day\": \"2026-01-31\", \"state\": \"loaded\"}"));
    }
}
