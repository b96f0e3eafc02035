using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Orchestrator.Service.Tests.Alerts;

namespace Orchestrator.Cli.Tests.Run.Kinds;

/// <summary>Kind mail through the command: sent once, over a secret connection, and not twice where nobody knows.
/// </summary>
internal sealed class MailTests
{
    private const string Password = "pa55w0rd-of-the-mail";
    private const string Plain =
        "to: [ops@example.org], subject: \"Night of ${run:asOf}\", body: \"Run ${run:number}\"";

    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make() => _folder = new TemporaryFolder();

    [TearDown]
    public void Remove() => _folder.Dispose();

    [Test]
    public async Task A_night_sends_its_message_with_what_it_has_written_and_says_so()
    {
        await using var server = new SmtpServer();
        _folder.Write("in/customer.csv", "Id,Name\n1,Ann\n2,Bob\n");
        WriteSolution(server.Port,
            "to: [\"${var:Boss}\"], bcc: [\"${secret:WHO}\"], subject: \"Customers of ${var:Day}\", "
            + "attachments: [\"customer.csv\"], attachmentsFrom: Files",
            more: "dependsOn: [customer], ", hasLoad: true);

        var called = Call("run", "--var", "Boss=boss@example.org", "--var", "Day=2026-01-31");
        var status = Call("status", "1");

        Assert.That(called.ExitCode, Is.Zero, called.Out + called.Error);
        Assert.That(status.Out + File.ReadAllText(Log()),
            Does.Contain("sent to 2 mailboxes with 1 file of 20 bytes: queued as 42"));
        Assert.That(server.Told, Has.Some.StartsWith("RCPT TO:<boss@example.org>")
            .And.Some.StartsWith("RCPT TO:<who@example.org>"));
        Assert.That(server.Letters.Single(), Does.Contain("Subject: Customers of 2026-01-31")
            .And.Contain("customer.csv").And.Not.Contain("who@example.org"));
    }

    [Test]
    public async Task A_retry_sends_what_was_not_sent_and_nothing_twice()
    {
        var answer = "450 greylisted";
        await using var server = new SmtpServer
        {
            AnswerTo = line => line.StartsWith("RCPT", StringComparison.Ordinal) ? answer : null,
        };
        WriteSolution(server.Port, Plain);

        var refused = Call("run");
        answer = "250 ok";
        var retried = Call("retry");
        var again = Call("retry");

        Assert.That((refused.ExitCode, retried.ExitCode), Is.EqualTo((1, 0)), retried.Out + retried.Error);
        Assert.That(refused.Out + refused.Error, Does.Contain("ORC3543").And.Contain("greylisted"));
        Assert.That(server.Letters, Has.Count.EqualTo(1), again.Out + again.Error);
    }

    [TestCase("450 greylisted", 3)]
    [TestCase("550 no such user", 1)]
    public async Task Its_retry_tries_again_what_is_refused_for_now_alone(string answer, int tries)
    {
        await using var server = new SmtpServer { Answer = said => said == "RCPT" ? answer : null };
        WriteSolution(server.Port, Plain, more: "retry: {count: 2, delay: 10ms}, ");

        var called = Call("run");

        Assert.That(called.ExitCode, Is.EqualTo(1));
        Assert.That(server.Told.Count(line => line.StartsWith("RCPT")), Is.EqualTo(tries));
    }

    [Test]
    public async Task Over_a_secret_connection_it_signs_in_and_the_password_is_nowhere()
    {
        RunningCommand.OnLinuxOnly();
        using var certificate = Certificate();
        var trusted = _folder.Write("trusted.pem", certificate.ExportCertificatePem());
        await using var server = new SmtpServer { Certificate = certificate };
        WriteSolution(server.Port, Plain,
            server: "tls: starttls, user: etl, password: \"${secret:MAIL}\"");
        var variables = new Dictionary<string, string>
        {
            ["SSL_CERT_FILE"] = trusted,
            ["ORCHESTRATOR_SECRET_MAIL"] = Password,
        };

        using var run = new RunningCommand(_folder.Path, variables, "run");
        Assert.That(run.ExitCode(), Is.Zero, run.Said);
        variables.Remove("SSL_CERT_FILE");
        using var untrusted = new RunningCommand(_folder.Path, variables, "run");
        Assert.That(untrusted.ExitCode(), Is.EqualTo(1), untrusted.Said);

        Assert.That(untrusted.Said, Does.Contain("ORC3546"));
        string[] told = [.. server.Told];
        Assert.That(told[1], Is.EqualTo("STARTTLS"));
        Assert.That(Array.FindIndex(told, line => line.StartsWith("AUTH")), Is.GreaterThan(1));
        Assert.That(server.Letters, Has.Count.EqualTo(1));
        var texts = Directory.GetFiles(_folder.Path, "*", SearchOption.AllDirectories)
            .Where(file => Path.GetExtension(file) is ".log" or ".json" or ".jsonl" or ".html")
            .Select(File.ReadAllText).Append(run.Said).Append(untrusted.Said);
        Assert.That(texts, Has.None.Contains(Password));
    }

    [TestCase("mail.sent.before", 0)]
    [TestCase("mail.sent.after", 1)]
    public async Task Killed_around_the_message_it_is_sent_again_only_where_somebody_says_so(string point, int letters)
    {
        RunningCommand.OnLinuxOnly();
        await using var server = new SmtpServer();
        WriteSolution(server.Port, Plain);
        Kill(point, "run");

        var retried = Call("retry");
        var next = Call("run");

        Assert.That((retried.ExitCode, next.ExitCode), Is.EqualTo((1, 1)));
        Assert.That(retried.Out + retried.Error, Does.Contain("ORC3445").And.Contain("died with its process"));
        Assert.That(server.Letters, Has.Count.EqualTo(letters));

        var named = Call("run", "-s", "tell");

        Assert.That(named.ExitCode, Is.Zero, named.Error);
        Assert.That(server.Letters, Has.Count.EqualTo(letters + 1));
    }

    [Test]
    public async Task Killed_and_killed_again_what_may_be_sent_twice_is_known_by_its_name()
    {
        RunningCommand.OnLinuxOnly();
        await using var server = new SmtpServer();
        WriteSolution(server.Port, Plain, more: "idempotent: true, ");
        Kill("mail.sent.after", "run");
        Kill("mail.sent.after", "retry");

        var retried = Call("retry");
        var next = Call("run");

        Assert.That((retried.ExitCode, next.ExitCode), Is.EqualTo((0, 0)), retried.Error + next.Error);
        string[] names = [.. server.Letters.Select(letter => letter.Split('\n')
            .Single(line => line.StartsWith("Message-Id:", StringComparison.OrdinalIgnoreCase)))];
        Assert.That(names, Has.Length.EqualTo(4));
        Assert.That(names[..3].Distinct().ToArray(), Has.Length.EqualTo(1));
        Assert.That(names[3], Is.Not.EqualTo(names[0]), "another night is another message");
    }

    [Test]
    public async Task Looking_at_metadata_sends_nothing_and_shows_the_message_as_it_is_written()
    {
        await using var server = new SmtpServer();
        WriteSolution(server.Port, "to: [\"${secret:WHO}\"], subject: \"${run:asOf}\"");

        var shown = Call("show", "Staging/tell");
        foreach (var verb in new[] { "validate", "plan", "ls" })
        {
            var called = Call(verb);
            Assert.That(called.ExitCode, Is.Zero, called.Error);
        }

        var listed = Call("ls", "-v");

        Assert.That(shown.Out, Does.Contain("${secret:WHO}").And.Contain("${run:asOf}").And.Not.Contain("who@"));
        Assert.That(listed.Out, Does.Contain("Staging/tell").And.Contain("mail, "));
        Assert.That(server.Told, Is.Empty);
    }

    [Test]
    public async Task Without_a_server_it_is_refused_and_online_the_server_is_asked_whether_it_is_there()
    {
        int port;
        Called good;
        await using (var server = new SmtpServer())
        {
            port = server.Port;
            WriteSolution(port, Plain);
            good = Call("validate", "--online");
            Assert.That(server.Told, Has.None.StartsWith("MAIL").And.Some.StartsWith("EHLO"));
        }

        var gone = Call("validate", "--online");
        var solution = Path.Combine(_folder.Path, "solution.yaml");
        File.WriteAllLines(solution, File.ReadAllLines(solution)
            .Where(line => !line.StartsWith("mail:", StringComparison.Ordinal)));
        var none = Call("validate");

        Assert.That(good.ExitCode, Is.Zero, good.Out + good.Error);
        Assert.That(gone.ExitCode, Is.Not.Zero);
        Assert.That(gone.Out + gone.Error, Does.Contain("ORC3547").And.Contain($"127.0.0.1:{port}"));
        Assert.That(none.ExitCode, Is.Not.Zero);
        Assert.That(none.Out + none.Error, Does.Contain("ORC1131"));
    }

    private void Kill(string point, string verb)
    {
        using var run = new RunningCommand(
            _folder.Path, new Dictionary<string, string> { ["ORCHESTRATOR_TEST_CRASH"] = point }, verb);
        Assert.That(run.ExitCode(), Is.EqualTo(137), run.Said);
    }

    private Called Call(params string[] arguments) => Called.With(_folder.Path,
        new Dictionary<string, string> { ["ORCHESTRATOR_SECRET_WHO"] = "who@example.org" }, false, arguments);

    private string Log() => Directory.GetFiles(_folder.Path, "run.log", SearchOption.AllDirectories).Single();

    private static X509Certificate2 Certificate()
    {
        using var key = RSA.Create(2048);
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(IPAddress.Loopback);
        var request = new CertificateRequest("CN=127.0.0.1", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        request.CertificateExtensions.Add(names.Build());
        using var made = request.CreateSelfSigned(
            DateTimeOffset.UnixEpoch.AddYears(50), DateTimeOffset.UnixEpoch.AddYears(100));
        return X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pfx), null);
    }

    private void WriteSolution(
        int port, string message, string server = "tls: none", string more = "", bool hasLoad = false)
    {
        var load = hasLoad ? "- {object: customer, source: {file: customer.csv}}" : "";
        var tell = $"- {{object: tell, kind: mail, {more}message: {{{message}}}}}";
        _folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Shop
            mail: {host: 127.0.0.1, port: {{port}}, {{server}}, from: etl@example.org}
            variables:
              - {variable: Boss, dataType: nvarchar(200), default: nobody@example.org}
              - {variable: Day, dataType: date, default: "${run:asOf}"}
            connections:
              - {connection: Files, platform: Files, folder: in}
              - {connection: Staging, platform: Sqlite}
            batches:
              - {batch: Nightly, projects: [Staging]}
            projects:
              - project: Staging
                source: Files
                target: Staging
                objects:
                  {{load}}
                  {{tell}}
            """);
    }
}
