using System.Text;

namespace Orchestrator.Cli.Tests.Run.Kinds;

/// <summary>Kind http: one request through the guard, and not twice where nobody knows.</summary>
internal sealed class HttpTests
{
    private const string Secret = "pa55w0rd-9/x+y";

    private static readonly Dictionary<string, string> Variables = new() { ["ORCHESTRATOR_SECRET_PARTNER"] = Secret };

    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        Directory.CreateDirectory(Path.Combine(_folder.Path, "data"));
    }

    [TearDown]
    public void Remove() => _folder.Dispose();

    [TestCase("validate")]
    [TestCase("plan")]
    [TestCase("show", "Staging/tell")]
    [TestCase("ls", "-v")]
    public void Looking_at_metadata_sends_nothing(params string[] arguments)
    {
        using var server = new AnsweringServer(_ => AnsweringServer.Answer(200));
        Write(server, "method: POST", "headers: {Authorization: \"Bearer ${secret:PARTNER}\"}");

        var called = Call(arguments);

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        Assert.That(called.Out + called.Error, Does.Not.Contain("pa55"));
        Assert.That(called.Out, arguments[0] is "show" or "ls" ? Does.Contain("POST") : Does.Not.Contain("HTTP 200"));
        Assert.That(server.Requests, Is.Empty);
    }

    [Test]
    public void A_request_is_sent_as_it_is_written_and_its_secrets_are_nowhere()
    {
        using var server = new AnsweringServer(_ => AnsweringServer.Answer(201));
        Write(server, "method: POST",
            "headers: {Authorization: \"Bearer ${secret:PARTNER}\", Content-Type: application/json}",
            "body: '{\"day\": \"${var:Day}\", \"said\": \"${var:Said}\", \"key\": \"${secret:PARTNER}\"}'",
            "expect: [201]");

        var called = Call("run");

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        var request = server.Requests.Single();
        Assert.That(request, Does.StartWith("POST /v1/2026-01-31?said=a%22%7D%20%26%C3%A4 HTTP/1.1\r\n")
            .And.Contain($"Authorization: Bearer {Secret}\r\n").And.Contain("User-Agent: orchestrator\r\n")
            .And.Match("Idempotency-Key: [0-9a-f]{32}-[0-9]+\r\n"));
        Assert.That(request, Does.EndWith(
            $"{{\"day\": \"2026-01-31\", \"said\": \"a\\\"}} &ä\", \"key\": \"{Secret}\"}}"));
        Assert.That(Log(), Does.Contain("HTTP 201"));
        AssertNoSecret(called);
    }

    [Test]
    public void What_a_server_says_of_a_request_that_it_refuses_is_told_without_secrets()
    {
        using var server = new AnsweringServer(request => AnsweringServer.Answer(403,
            "Nobody is called " + request.Split("Bearer ")[1].Split("\r\n")[0] + ".\u001b[31m"));
        Write(server, "headers: {Authorization: \"Bearer ${secret:PARTNER}\"}");

        var called = Call("run");

        Assert.That(called.ExitCode, Is.EqualTo(1));
        Assert.That(called.Out + called.Error, Does.Contain("ORC3553").And.Contain("HTTP 403")
            .And.Contain("Nobody is called ***").And.None.EqualTo('\u001b'));
        AssertNoSecret(called);
    }

    [TestCase("GET", 200, 0, "", 1)]
    [TestCase("GET", 299, 0, "", 1)]
    [TestCase("DELETE", 204, 0, "", 1)]
    [TestCase("GET", 404, 1, "ORC3553", 1)]
    [TestCase("GET", 500, 1, "ORC3553", 3)]
    [TestCase("PUT", 503, 1, "ORC3553", 3)]
    [TestCase("POST", 429, 1, "ORC3553", 3)]
    [TestCase("POST", 500, 1, "ORC3553", 1)]
    [TestCase("POST", 504, 1, "ORC3553", 1)]
    [TestCase("POST", 400, 1, "ORC3553", 1)]
    public void Only_what_may_be_sent_again_is_sent_again(
        string method, int status, int exitCode, string code, int requests)
    {
        using var server = new AnsweringServer(_ => AnsweringServer.Answer(status));
        Write(server, $"method: {method}");

        var called = Call("run");

        Assert.That(called.ExitCode, Is.EqualTo(exitCode), called.Error);
        Assert.That(called.Out + called.Error, Does.Contain(code));
        Assert.That(server.Requests, Has.Count.EqualTo(requests));
    }

    [Test]
    public void A_redirect_is_an_answer_and_is_not_followed()
    {
        using var aim = new AnsweringServer(_ => AnsweringServer.Answer(200));
        using var server = new AnsweringServer(
            _ => AnsweringServer.Answer(302, headers: $"Location: {aim.Address}/x\r\n"));
        Write(server);

        var called = Call("run");

        Assert.That(called.Out + called.Error, Does.Contain("ORC3553").And.Contain("which is not followed"));
        Assert.That(aim.Requests, Is.Empty);
    }

    [TestCase("POST", false, 1)]
    [TestCase("POST", true, 3)]
    [TestCase("PATCH", false, 1)]
    [TestCase("PUT", false, 3)]
    public void Where_the_answer_is_lost_only_what_may_be_sent_twice_is_sent_again(
        string method, bool isIdempotent, int requests)
    {
        using var server = new AnsweringServer(_ => null);
        Write(server, [$"method: {method}"], isIdempotent ? "idempotent: true" : "tags: []");

        var called = Call("run");
        var again = Call("run");

        Assert.That((called.ExitCode, again.ExitCode), Is.EqualTo((1, 1)));
        Assert.That(called.Out + called.Error, Does.Contain(requests == 1 ? "ORC3551" : "ORC3552"));
        Assert.That(again.Out + again.Error, requests == 1 ? Does.Contain("ORC3445") : Does.Not.Contain("ORC3445"));
        Assert.That(server.Requests, Has.Count.EqualTo(requests == 1 ? 1 : 2 * requests));
        Assert.That(server.Requests.Select(KeyOf).Where(key => key.Length > 0), Is.Unique);

        var named = Call("run", "-s", "tell");

        Assert.That(named.Out + named.Error, Does.Not.Contain("ORC3445"));
    }

    [TestCase("GET", "ORC3552")]
    [TestCase("POST", "ORC3551")]
    public void A_server_that_is_silent_is_given_up_in_time(string method, string code)
    {
        using var server = new AnsweringServer(_ => "");
        Write(server, [$"method: {method}", "timeout: 3s"], "tags: []", retries: 0);

        var called = Call("run");

        Assert.That(called.Out + called.Error, Does.Contain(code).And.Contain("within 3 s"));
    }

    [Test]
    public void Where_nobody_listens_nothing_was_sent_and_it_is_tried_again()
    {
        string address;
        using (var server = new AnsweringServer(_ => null))
        {
            address = server.Address;
        }

        WriteTo(address + "/x", ["method: POST", "allowPrivate: true"], "tags: []", retries: 1);

        var called = Call("run");

        Assert.That(called.Out + called.Error, Does.Contain("ORC3552").And.Contain("was not sent"));
    }

    [Test]
    public void An_address_of_the_own_machine_is_reached_only_where_that_is_declared()
    {
        using var server = new AnsweringServer(_ => AnsweringServer.Answer(200));
        var address = server.Address.Replace("http:", "https:", StringComparison.Ordinal);
        WriteTo(address + "/x", ["allowPrivate: false"], "tags: []", retries: 0);

        var online = Call("validate", "--online");
        var called = Call("run");

        Assert.That(online.Out + online.Error, Does.Contain("ORC3550").And.Contain("127.0.0.1"));
        Assert.That(called.Out + called.Error, Does.Contain("ORC3550").And.Contain("`allowPrivate: true`"));
        Assert.That(server.Requests, Is.Empty);
    }

    [Test]
    public void A_host_that_is_a_secret_is_in_no_message()
    {
        WriteTo("https://${secret:HOST}/x", [], "tags: []", retries: 0);
        Dictionary<string, string> variables = new() { ["ORCHESTRATOR_SECRET_HOST"] = "localhost" };

        var called = Called.With(_folder.Path, variables, false, "run");

        Assert.That(called.Out + called.Error, Does.Contain("ORC3550").And.Not.Contain("localhost"));
    }

    [Test]
    public void A_secret_that_is_missing_or_would_end_its_header_sends_nothing()
    {
        using var server = new AnsweringServer(_ => AnsweringServer.Answer(200));
        Write(server, "headers: {X-Api-Key: \"${secret:OTHER}\"}");
        Dictionary<string, string> variables = new() { ["ORCHESTRATOR_SECRET_OTHER"] = "k3y-1\r\nX-Admin: yes" };

        var missing = Call("run");
        var online = Call("validate", "--online");
        var called = Called.With(_folder.Path, variables, false, "run");

        Assert.That(missing.Out + missing.Error, Does.Contain("ORC3416").And.Contain("OTHER"));
        Assert.That(online.Out + online.Error, Does.Contain("ORC3416"));
        Assert.That(called.Out + called.Error, Does.Contain("ORC3555").And.Not.Contain("k3y"));
        Assert.That(server.Requests, Is.Empty);
    }

    [Test]
    public void A_file_is_sent_and_the_answer_becomes_one()
    {
        using var server = new AnsweringServer(_ => AnsweringServer.Answer(200, "{\"a\": \"ä\"}"));
        _folder.Write("data/out/2026-01-31.json", "[1, 2, 3]");
        Write(server, "method: PUT", "headers: {Content-Type: application/json}",
            "body: {connection: Files, file: \"out/${var:Day}.json\"}",
            "answer: {connection: Files, file: in/answer.json}");

        var called = Call("run");
        var again = Call("run");

        Assert.That((called.ExitCode, again.ExitCode), Is.EqualTo((0, 0)), called.Error + again.Error);
        Assert.That(server.Requests, Has.All.EndsWith("\r\n\r\n[1, 2, 3]").And.All.Contain("Content-Length: 9\r\n"));
        Assert.That(Files("data/in"), Is.EqualTo(new[] { "answer.json" }));
        Assert.That(File.ReadAllText(Path.Combine(_folder.Path, "data/in/answer.json")), Is.EqualTo("{\"a\": \"ä\"}"));
    }

    [TestCase(200, "12345678901", "ORC3554")]
    [TestCase(404, "gone", "ORC3553")]
    public void An_answer_that_is_too_long_or_not_the_expected_one_leaves_the_file_that_is_there(
        int status, string body, string code)
    {
        using var server = new AnsweringServer(_ => AnsweringServer.Answer(status, body));
        _folder.Write("data/answer.json", "old");
        Write(server, "answer: {connection: Files, file: answer.json, max: 10B}");

        var called = Call("run");

        Assert.That(called.ExitCode, Is.EqualTo(1));
        Assert.That(called.Out + called.Error, Does.Contain(code));
        Assert.That(Files("data"), Is.EqualTo(new[] { "answer.json" }));
        Assert.That(File.ReadAllText(Path.Combine(_folder.Path, "data/answer.json")), Is.EqualTo("old"));
    }

    [Test]
    public void An_answer_that_breaks_off_is_not_kept_and_is_asked_for_again()
    {
        using var server = new AnsweringServer(
            _ => "HTTP/1.1 200 Said\r\nContent-Length: 100\r\nConnection: close\r\n\r\n{\"a\"");
        Write(server, "answer: {connection: Files, file: answer.json}");

        var called = Call("run");

        Assert.That(called.Out + called.Error, Does.Contain("ORC3554").And.Contain("in the middle"));
        Assert.That(server.Requests, Has.Count.EqualTo(3));
        Assert.That(Files("data"), Is.Empty);
    }

    [TestCase("answer: {connection: Files, file: link/answer.json}")]
    [TestCase("method: PUT, headers: {Content-Type: text/plain}, body: {connection: Files, file: link/hosts}")]
    public void A_link_that_leads_out_of_the_folder_is_not_followed(string keys)
    {
        RunningCommand.OnLinuxOnly();
        using var server = new AnsweringServer(_ => AnsweringServer.Answer(200, "x"));
        Directory.CreateSymbolicLink(Path.Combine(_folder.Path, "data", "link"), "/etc");
        Write(server, keys.StartsWith('m') ? keys.Split(", ", 3) : [keys]);

        var called = Call("run");

        Assert.That(called.Out + called.Error, Does.Contain("ORC3102"));
        Assert.That(server.Requests, Is.Empty);
    }

    [TestCase("POST", "http.send.after", 1)]
    [TestCase("POST", "http.send.before", 0)]
    [TestCase("PUT", "http.send.after", 2)]
    public void Killed_around_the_request_it_is_sent_again_only_where_that_is_as_good_as_once(
        string method, string point, int requests)
    {
        RunningCommand.OnLinuxOnly();
        using var server = new AnsweringServer(_ => AnsweringServer.Answer(200));
        Write(server, $"method: {method}");
        for (var kill = 0; kill < 2; kill++)
        {
            using var run = new RunningCommand(
                _folder.Path, new Dictionary<string, string> { ["ORCHESTRATOR_TEST_CRASH"] = point }, "run");
            Assert.That(run.ExitCode(), Is.EqualTo(method == "POST" && kill == 1 ? 1 : 137), run.Said);
        }

        var next = Call("run");

        Assert.That(next.ExitCode, Is.EqualTo(method == "POST" ? 1 : 0), next.Error);
        Assert.That(next.Out + next.Error, method == "POST" ? Does.Contain("ORC3445") : Does.Not.Contain("ORC3445"));
        Assert.That(server.Requests, Has.Count.EqualTo(method == "POST" ? requests : requests + 1));
    }

    private static string KeyOf(string request) => request.Split("\r\n").FirstOrDefault(
        line => line.StartsWith("Idempotency-Key: ", StringComparison.Ordinal)) ?? "";

    private Called Call(params string[] arguments) => Called.With(_folder.Path, Variables, false, arguments);

    private void AssertNoSecret(Called called)
    {
        Assert.That(called.Out + called.Error, Does.Not.Contain("pa55w0rd"));
        foreach (var file in Directory.EnumerateFiles(_folder.Path, "*", SearchOption.AllDirectories))
        {
            Assert.That(Encoding.Latin1.GetString(File.ReadAllBytes(file)), Does.Not.Contain("pa55w0rd"), file);
        }
    }

    private string Log() => File.ReadAllText(
        Directory.GetFiles(_folder.Path, "run.log", SearchOption.AllDirectories).Single());

    private string[] Files(string folder) => [.. Directory.GetFiles(Path.Combine(_folder.Path, folder))
        .Select(file => Path.GetFileName(file))];

    private void Write(AnsweringServer server, params string[] keys) => Write(server, keys, "tags: []");

    private void Write(AnsweringServer server, string[] keys, string extra, int retries = 2) => WriteTo(
        server.Address + "/v1/${var:Day}?said=${var:Said}", [.. keys, "allowPrivate: true"], extra, retries);

    private void WriteTo(string url, string[] keys, string extra, int retries) => _folder.Write("solution.yaml", $$"""
        formatVersion: 1
        solution: Shop
        variables:
          - {variable: Day, dataType: date, default: "2026-01-31"}
          - {variable: Said, dataType: nvarchar(20), default: "a\"} &ä"}
        connections:
          - {connection: Staging, platform: Sqlite}
          - {connection: Files, platform: Files, folder: data}
        batches:
          - {batch: Nightly, projects: [Staging]}
        projects:
          - project: Staging
            target: Staging
            objects:
              - object: tell
                kind: http
                retry: {count: {{retries}}, delay: 10ms, errors: [Transient]}
                {{extra}}
                http:
                  url: "{{url}}"

        """ + string.Concat(keys.Select(key => $"          {key}\n")));
}
