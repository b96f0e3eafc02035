using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Orchestrator.Core.Alerts;
using Orchestrator.Packages.Mail;
using Orchestrator.Runner.Outbound;
using Orchestrator.Runner.Text;
using Orchestrator.Service.Alerts;

namespace Orchestrator.Service.Tests.Alerts;

/// <summary>Messages on their way to real sockets.</summary>
internal sealed class SenderTests
{
    private const string Password = "correct-horse-battery";
    private const string HookSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private static readonly AlertTarget Mailbox = new("mailto:ops@example.org", null, false);

    [Test]
    public async Task A_mail_arrives_with_subject_text_and_name()
    {
        await using var server = new SmtpServer();

        var result = await SendAsync(Mailbox, Route(server, MailTls.None));

        Assert.That(result, Is.EqualTo(new SendResult(true, "queued as 42")));
        Assert.That(server.Told, Has.Some.StartsWith("RCPT TO:<ops@example.org>"));
        Assert.That(server.Letter, Does.Contain("Subject: FAILED Nightly run 482 (prod): 3 of 183 packages")
            .And.Contain("Message-Id: <0190@example.org>").And.Contain("Auto-Submitted: auto-generated")
            .And.Contain("Then:  orchestrator retry 482"));
    }

    [TestCase("CONNECT", "421 too busy", "too busy")]
    [TestCase("RCPT", "450 try later", "try later")]
    [TestCase("RCPT", "550 no such user", "no such user")]
    [TestCase("MAIL", "553 not from you", "not from you")]
    [TestCase(".", "554 spam", "spam")]
    public async Task What_the_server_refuses_is_the_answer(string word, string answer, string told)
    {
        await using var server = new SmtpServer { Answer = said => said == word ? answer : null };

        var result = await SendAsync(Mailbox, Route(server, MailTls.None));

        Assert.That(result.IsSent, Is.False);
        Assert.That(result.Answer, Does.Contain(told));
    }

    [Test]
    public async Task A_message_that_was_taken_is_sent_however_the_server_says_goodbye()
    {
        await using var server = new SmtpServer { Answer = said => said == "QUIT" ? "500 what?" : null };

        Assert.That((await SendAsync(Mailbox, Route(server, MailTls.None))).IsSent, Is.True);
    }

    [Test]
    public async Task A_silent_server_is_left_as_soon_as_the_service_stops()
    {
        await using var server = new SmtpServer { IsSilent = true };
        using var stop = new CancellationTokenSource();

        var sent = Sender().SendAsync(Mailbox, Route(server, MailTls.None), Message, stop.Token);
        await stop.CancelAsync();

        Assert.That(async () => await sent, Throws.InstanceOf<OperationCanceledException>());
    }

    [Test]
    public async Task A_server_that_is_not_there_is_an_answer()
    {
        int port;
        await using (var server = new SmtpServer())
        {
            port = server.Port;
        }

        var result = await SendAsync(
            Mailbox, new MailRoute("127.0.0.1", port, MailTls.None, null, null, "o@example.org"));

        Assert.That(result.IsSent, Is.False);
    }

    [Test]
    public async Task Nothing_is_said_before_the_connection_is_secret()
    {
        using var certificate = Certificate();
        await using var server = new SmtpServer { Certificate = certificate };
        var sender = Sender(trust: true);

        var result = await sender.SendAsync(
            Mailbox, Route(server, MailTls.StartTls) with { User = "ann", Password = "${secret:MAIL}" }, Message,
            default);

        var told = server.Told.ToList();
        Assert.That(result.IsSent, Is.True, result.Answer);
        Assert.That(told[1], Is.EqualTo("STARTTLS"));
        Assert.That(told.FindIndex(line => line.StartsWith("AUTH")), Is.GreaterThan(1));
    }

    [Test]
    public async Task A_server_that_cannot_be_secret_or_that_nobody_trusts_gets_nothing()
    {
        using var certificate = Certificate();
        await using var open = new SmtpServer();
        await using var unknown = new SmtpServer { Certificate = certificate };
        var signed = Route(open, MailTls.StartTls) with { User = "ann", Password = "${secret:MAIL}" };

        var one = await SendAsync(Mailbox, signed);
        var other = await SendAsync(Mailbox, signed with { Port = unknown.Port });

        Assert.That((one.IsSent, other.IsSent), Is.EqualTo((false, false)));
        Assert.That(open.Told.Concat(unknown.Told),
            Has.None.StartsWith("MAIL").And.None.StartsWith("AUTH").And.None.Contains("ops@example.org"));
    }

    [Test]
    public async Task A_password_that_is_refused_stands_in_no_answer()
    {
        await using var server = new SmtpServer
        {
            Answer = said => said == "AUTH" ? $"535 {Password} is wrong" : null,
        };

        var result = await SendAsync(
            Mailbox, Route(server, MailTls.None) with { User = "ann", Password = "${secret:MAIL}" });

        Assert.That(result.IsSent, Is.False);
        Assert.That(result.Answer, Does.Not.Contain(Password));
    }

    [Test]
    public async Task No_name_adds_a_header_or_a_recipient()
    {
        await using var server = new SmtpServer();
        var evil = Message with
        {
            Occurrences =
            [
                Message.Occurrences[0] with
                {
                    Batch = "a\r\nBcc: x@example.org\r\n\r\nhi",
                    Summary = "\r\n.\r\nQUIT",
                },
            ],
        };

        var result = await Sender().SendAsync(Mailbox, Route(server, MailTls.None), evil, default);

        Assert.That(result.IsSent, Is.True);
        Assert.That(server.Told.Count(line => line.StartsWith("RCPT")), Is.EqualTo(1));
        Assert.That(server.Letter.Split("\n\n")[0].Split('\n'), Has.None.StartsWith("Bcc:"));
        Assert.That(server.Letter, Does.Contain("message 0190"));
    }

    [Test]
    public async Task A_webhook_knows_who_has_sent_what_and_drops_what_it_has()
    {
        await using var receiver = new HookReceiver(HookSecret);
        var target = new AlertTarget(receiver.Address, "${secret:HOOK}", AllowPrivate: true);

        var first = await SendAsync(target, null);
        var again = await SendAsync(target, null);
        var forged = await SendAsync(target with { Secret = "another secret, as long" }, null);

        Assert.That((first.Answer, again.Answer, forged.Answer), Is.EqualTo(("HTTP 200", "HTTP 200", "HTTP 401")));
        Assert.That(forged.IsSent, Is.False);
        Assert.That(receiver.Taken.Single(), Does.Contain("\"command\":\"orchestrator retry 482\""));
    }

    [Test]
    public void The_signature_is_that_of_the_published_example()
    {
        var headers = WebhookSignature.Headers(HookSecret, "msg_p5jXN8AQM9LWM0D4loKWxJek",
            DateTimeOffset.FromUnixTimeSeconds(1614265330), "{\"test\": 2432232314}"u8);

        Assert.That(headers["webhook-signature"], Is.EqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));
        Assert.That(headers["webhook-timestamp"], Is.EqualTo("1614265330"));
    }

    [TestCase("whsec_no base64!")]
    [TestCase("short")]
    public async Task A_secret_that_protects_nothing_is_refused_without_being_told(string secret)
    {
        await using var receiver = new HookReceiver(HookSecret);

        var result = await Sender(secret).SendAsync(
            new AlertTarget(receiver.Address, "${secret:HOOK}", true), null, Message, default);

        Assert.That(result.IsSent, Is.False);
        Assert.That(result.Answer, Does.Contain("secret of the webhook").And.Not.Contain(secret));
        Assert.That(receiver.Taken, Is.Empty);
    }

    [TestCase("https://127.0.0.1/x")]
    [TestCase("https://[::1]/x")]
    [TestCase("https://169.254.169.254/latest/meta-data")]
    [TestCase("https://10.1.2.3/x")]
    [TestCase("https://0.0.0.0/x")]
    [TestCase("https://[::ffff:127.0.0.1]/x")]
    [TestCase("https://2130706433/x")]
    [TestCase("https://0177.0.0.1/x")]
    [TestCase("https://user:word@hooks.example.org/x")]
    [TestCase("http://hooks.example.org/x")]
    [TestCase("https://rebinding.example.org/x")]
    public async Task No_webhook_leads_into_the_own_network_unless_that_is_declared(string address)
    {
        var result = await SendAsync(new AlertTarget(address, "${secret:HOOK}", AllowPrivate: false), null);

        Assert.That(result.IsSent, Is.False);
        Assert.That(result.Answer, Does.Contain("leads to").Or.Contain("password").Or.Contain("http is neither"));
    }

    [Test]
    public async Task A_secret_address_stands_in_no_answer()
    {
        var result = await SendAsync(new AlertTarget("${secret:PLACE}", "${secret:HOOK}", false), null);

        Assert.That(result.Answer, Does.Contain("its host leads to 10.0.0.9"));
        Assert.That(result.Answer, Does.Not.Contain("hidden").And.Not.Contain("T0KEN"));
    }

    [Test]
    public async Task A_secret_that_is_missing_is_an_answer()
    {
        var result = await SendAsync(new AlertTarget("${secret:NOWHERE}", null, false), null);

        Assert.That((result.IsSent, result.Answer), Is.EqualTo((false, "the secret NOWHERE is missing")));
    }

    [Test]
    public void Each_channel_has_what_sends_on_it() =>
        Assert.That(Sender().Posts.Keys, Is.EquivalentTo(AlertChannels.All));

    private static AlertMessage Message { get; } = AlertMessage.Of(
        "0190", new DateTimeOffset(2026, 7, 6, 5, 0, 0, TimeSpan.Zero), "Shop", "prod",
        [
            ("Nightly/ops", new Occurrence
            {
                Key = "Failed:482",
                Event = AlertEvent.Failed,
                Batch = "Nightly",
                At = new DateTimeOffset(2026, 7, 6, 5, 0, 0, TimeSpan.Zero),
                Cause = "Crm",
                Run = 482,
                Summary = "3 of 183 packages failed",
                Failures = [new AlertFailure("Staging/customer", "ORC3001", "Data", "Crm", "", "It is too long.")],
                FailuresCount = 3,
                Command = "orchestrator retry 482",
            }),
        ]);

    private static Task<SendResult> SendAsync(AlertTarget target, MailRoute? mail) =>
        Sender().SendAsync(target, mail, Message, default);

    private static AlertSender Sender(string hook = HookSecret, bool trust = false)
    {
        var secrets = new Secrets();
        return new AlertSender(
            text => Resolve(text, hook, secrets), new OutsideText(secrets), "0.1.0", TimeProvider.System)
        {
            Mail = new MailPost(TimeProvider.System)
            {
                Trust = trust ? (_, shown, _, _) => shown?.Subject == "CN=127.0.0.1" : null,
            },
            Rules = new OutboundRules
            {
                // A name that was a public address when somebody looked, and is another now.
                Resolve = (host, _) => Task.FromResult<IPAddress[]>(
                    host is "rebinding.example.org" or "hidden.example.org"
                        ? [IPAddress.Parse("10.0.0.9")] : [.. Dns.GetHostAddresses(host)]),
            },
        };
    }

    private static string Resolve(string text, string hook, Secrets secrets)
    {
        var value = text switch
        {
            "${secret:MAIL}" => Password,
            "${secret:HOOK}" => hook,
            "${secret:PLACE}" => "https://hidden.example.org/T0KEN",
            "${secret:NOWHERE}" => throw new InvalidOperationException("the secret NOWHERE is missing"),
            _ => text,
        };
        if (value != text)
        {
            secrets.Remember(value);
        }

        return value;
    }

    private static MailRoute Route(SmtpServer server, MailTls tls) =>
        new("127.0.0.1", server.Port, tls, null, null, "o@example.org");

    private static X509Certificate2 Certificate()
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=127.0.0.1", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        using var made = request.CreateSelfSigned(
            DateTimeOffset.UnixEpoch.AddYears(50), DateTimeOffset.UnixEpoch.AddYears(100));
        return X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pfx), null);
    }
}
