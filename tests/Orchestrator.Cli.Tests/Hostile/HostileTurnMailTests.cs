using Orchestrator.Service.Tests.Alerts;

namespace Orchestrator.Cli.Tests.Hostile;

/// <summary>Rows of a loop that come from data, in messages: none says to whom one goes, or adds a header or a file.
/// </summary>
internal sealed class HostileTurnMailTests
{
    private RowsOfLoop _loop = null!;

    private static IEnumerable<string> Values => [.. HostileTexts.All, HostileTexts.Long];

    [SetUp]
    public void Make()
    {
        _loop = new RowsOfLoop();
        _loop.Give(Values);
    }

    [TearDown]
    public void Remove()
    {
        _loop.AssertCanaries();
        _loop.Dispose();
    }

    [Test]
    public async Task A_message_has_each_as_words_and_goes_to_nobody_else()
    {
        await using var server = new SmtpServer();
        _loop.Write("""
            - object: told
              kind: mail
              container: Per
              message: {to: [ops@example.org], subject: "Of ${var:Word}", body: "<${var:Word}>\n.\nQUIT"}
            """, $"mail: {{host: 127.0.0.1, port: {server.Port}, tls: none, from: etl@example.org}}");

        var run = _loop.Call("run");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(server.Letters.Count, Is.EqualTo(Values.Count()));
        Assert.That(server.Told.Where(line => line.StartsWith("RCPT", StringComparison.Ordinal)).Distinct(),
            Is.EqualTo(new[] { "RCPT TO:<ops@example.org>" }));
        var heads = server.Letters.Select(letter => letter[..letter.IndexOf("\n\n", StringComparison.Ordinal)]);
        Assert.That(heads, Has.None.Contains("\nX-Canary:").And.None.Contains("=?utf-8?q?canary"));
    }

    [Test]
    public async Task No_address_is_made_of_one_that_is_none()
    {
        await using var server = new SmtpServer();
        _loop.Give(Values.Append("boss@example.org"));
        _loop.Write("""
            - object: told
              kind: mail
              container: Per
              message: {to: ["${var:Word}"], subject: Hello}
            """, $"mail: {{host: 127.0.0.1, port: {server.Port}, tls: none, from: etl@example.org}}",
            turns: "Parallel");

        var run = _loop.Call("run");

        Assert.That(run.Out + run.Error, Does.Contain("ORC3540"));
        Assert.That(server.Told.Where(line => line.StartsWith("RCPT", StringComparison.Ordinal)),
            Is.EqualTo(new[] { "RCPT TO:<boss@example.org>" }));
    }

    [Test]
    public async Task A_file_goes_with_a_message_only_where_a_row_is_a_piece_of_its_name()
    {
        await using var server = new SmtpServer();
        _loop.WriteFile("out/a.csv", "a\n");
        _loop.Give(["a", "*", "../canary", "../out/a", "${env:HOME}"]);
        _loop.Write("""
            - object: told
              kind: mail
              container: Per
              message:
                to: [ops@example.org]
                subject: Hello
                attachments: ["${var:Word}.csv"]
                attachmentsFrom: Out
            """, $"mail: {{host: 127.0.0.1, port: {server.Port}, tls: none, from: etl@example.org}}",
            turns: "Parallel");

        var run = _loop.Call("run");

        Assert.That(run.Out + run.Error, Does.Contain("ORC3524"));
        Assert.That(server.Letters.Single(), Does.Contain("a.csv").And.Not.Contain("canary"));
    }
}
