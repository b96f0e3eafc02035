using System.Net;
using System.Net.Sockets;
using Orchestrator.Core;
using Orchestrator.Core.Alerts;
using Orchestrator.Metadata.Model;
using Orchestrator.Service.Tests.Alerts;

namespace Orchestrator.Packages.Tests.Mail;

/// <summary>Kind mail: what a server answers, and what is known behind it of who has the message.</summary>
internal sealed class MailAnswersTests
{
    private static readonly MailOptions Two = MailRig.Plain with { To = ["one@example.org", "two@example.org"] };

    private MailRig _rig = null!;

    [SetUp]
    public void MakeRig() => _rig = new MailRig();

    [TearDown]
    public void RemoveRig() => _rig.Dispose();

    [TestCase("CONNECT", "421 too busy", "ORC3543")]
    [TestCase("MAIL", "451 try later", "ORC3543")]
    [TestCase("MAIL", "553 not from you", "ORC3544")]
    [TestCase("RCPT", "450 greylisted", "ORC3543")]
    [TestCase("RCPT", "550 no such user", "ORC3544")]
    [TestCase("DATA", "452 no room", "ORC3543")]
    [TestCase("DATA", "554 no", "ORC3544")]
    [TestCase(".", "451 try later", "ORC3543")]
    [TestCase(".", "554 spam", "ORC3544")]
    public async Task What_it_refuses_for_now_may_be_tried_again_and_what_for_good_may_not(
        string word, string answer, string code)
    {
        await using var server = new SmtpServer { Answer = said => said == word ? answer : null };

        var error = _rig.Send(server, MailRig.Plain).Error!;

        Assert.That((error.Code, error.Class, error.ServerCode), Is.EqualTo((
            code, code == "ORC3543" ? ErrorClass.Transient : ErrorClass.Config, answer[..3])));
        Assert.That(error.Message, Does.Contain(answer[4..]));
    }

    [TestCase("", "450 greylisted", "ORC3543")]
    [TestCase("", "550 no such user", "ORC3544")]
    [TestCase("PIPELINING", "450 greylisted", "ORC3543")]
    [TestCase("PIPELINING", "550 no such user", "ORC3544")]
    public async Task One_mailbox_that_is_refused_keeps_the_message_from_all(
        string extension, string answer, string code)
    {
        foreach (var refused in new[] { "one", "two" })
        {
            await using var server = new SmtpServer
            {
                Extension = extension,
                AnswerTo = line => line.StartsWith($"RCPT TO:<{refused}@", StringComparison.Ordinal) ? answer : null,
            };

            var error = _rig.Send(server, Two).Error!;

            Assert.That(error.Code, Is.EqualTo(code));
            Assert.That(error.Message, Does.Contain($"{refused}@example.org: {answer}").And.Contain("sent to none"));
            Assert.That(server.Letters, Is.Empty);
            Assert.That(server.Told, Has.None.EqualTo("DATA"));
        }
    }

    [Test]
    public async Task Of_several_that_are_refused_all_are_named_and_the_one_for_good_decides()
    {
        await using var server = new SmtpServer
        {
            AnswerTo = line => line.StartsWith("RCPT TO:<one", StringComparison.Ordinal) ? "450 later"
                : line.StartsWith("RCPT", StringComparison.Ordinal) ? "550 never" : null,
        };

        var error = _rig.Send(server, Two).Error!;

        Assert.That((error.Code, error.ServerCode), Is.EqualTo(("ORC3544", "550")));
        Assert.That(error.Message,
            Does.Contain("one@example.org: 450 later").And.Contain("two@example.org: 550 never"));
    }

    [Test]
    public async Task A_server_that_goes_away_behind_the_message_leaves_a_question()
    {
        await using var server = new SmtpServer { IsCut = true };

        var error = _rig.Send(server, MailRig.Plain).Error!;

        Assert.That((error.Code, error.Class), Is.EqualTo(("ORC3545", ErrorClass.OutcomeUnknown)));
        Assert.That(error.Message, Does.Contain("may have been sent"));
    }

    [Test]
    public void A_server_that_is_not_there_may_be_tried_again()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;
        listener.Stop();

        var error = _rig.Send(port, MailRig.Plain).Error!;

        Assert.That((error.Code, error.Class), Is.EqualTo(("ORC3542", ErrorClass.Transient)));
        Assert.That(error.Message, Does.Contain($"127.0.0.1:{port}").And.Contain("Nothing was sent"));
    }

    [Test]
    public async Task A_server_that_cannot_be_secret_hears_neither_password_nor_mailbox()
    {
        await using var server = new SmtpServer();
        _rig.Login = ("ann", "correct-horse");

        var error = _rig.Send(server.Port, MailRig.Plain, MailTls.StartTls).Error!;

        Assert.That((error.Code, error.Class), Is.EqualTo(("ORC3546", ErrorClass.Config)));
        Assert.That(server.Told, Has.None.StartsWith("AUTH").And.None.Contains("ops@"));
    }

    [Test]
    public async Task A_password_that_is_refused_is_one_for_who_keeps_the_metadata()
    {
        await using var server = new SmtpServer { Answer = said => said == "AUTH" ? "535 no" : null };
        _rig.Login = ("ann", "correct-horse");

        var error = _rig.Send(server, MailRig.Plain).Error!;

        Assert.That((error.Code, error.Class), Is.EqualTo(("ORC3546", ErrorClass.Config)));
        Assert.That(server.Told, Has.None.StartsWith("MAIL"));
    }

    [Test]
    public async Task A_stop_before_the_message_leaves_nothing_and_is_no_failure()
    {
        using var stop = new CancellationTokenSource();
        await using var server = new SmtpServer { Answer = said => StopAt("MAIL", said, stop) };
        _rig.Cancellation = stop.Token;

        Assert.That(_rig.Send(server, MailRig.Plain).Outcome, Is.EqualTo(NodeState.Cancelled));
        Assert.That(server.Letters, Is.Empty);
    }

    [Test]
    public async Task A_stop_behind_the_message_waits_for_the_answer_for_a_while()
    {
        using var stop = new CancellationTokenSource();
        await using var server = new SmtpServer { Answer = said => StopAt(".", said, stop) };
        _rig.Cancellation = stop.Token;

        Assert.That(_rig.Send(server, MailRig.Plain).Outcome, Is.EqualTo(NodeState.Succeeded));
    }

    [TestCase(NodeState.EndedUnexpectedly, null, false)]
    [TestCase(NodeState.Abandoned, null, false)]
    [TestCase(NodeState.Running, null, false)]
    [TestCase(NodeState.Failed, ErrorClass.OutcomeUnknown, false)]
    [TestCase(NodeState.Cancelled, null, true)]
    [TestCase(NodeState.Failed, ErrorClass.TimedOut, true)]
    [TestCase(NodeState.Failed, ErrorClass.Transient, true)]
    [TestCase(NodeState.Succeeded, null, true)]
    public async Task It_is_sent_again_where_it_is_known_that_the_attempt_before_has_not_or_counts(
        NodeState state, ErrorClass? error, bool sends)
    {
        await using var server = new SmtpServer();
        _rig.Past = new() { Earlier = () => new EarlierAttempt(7, 71, state, error) };

        var result = _rig.Send(server, MailRig.Plain);
        var first = server.Letters.Count;
        _rig.IsIdempotent = true;
        _rig.Send(server, MailRig.Plain);

        Assert.That(result.Error?.Code, Is.EqualTo(sends ? null : "ORC3445"));
        Assert.That((first, server.Letters.Count - first), Is.EqualTo((sends ? 1 : 0, 1)));
    }

    [Test]
    public async Task Whoever_sends_it_again_says_that_it_is_the_same_message()
    {
        await using var server = new SmtpServer();
        _rig.IsIdempotent = true;
        _rig.Send(server, MailRig.Plain);
        // 60 said how it ended, or is of another night; of 71 and 80 nobody knows.
        _rig.Past = new() { Unfinished = () => [60, 71, 80], MayFinish = attempt => attempt is 71 or 80 };
        _rig.Send(server, MailRig.Plain);
        _rig.Send(server, MailRig.Plain);

        string[] ids = [.. server.Letters.Select(letter => MailRig.Read(letter).MessageId!)];
        Assert.That(ids[0], Does.StartWith("101.").And.EndWith("@example.org"));
        Assert.That(ids[1], Does.StartWith("71.").And.EndWith("@example.org"));
        Assert.That(ids[2], Is.EqualTo(ids[1]));
    }

    private static string? StopAt(string word, string said, CancellationTokenSource stop)
    {
        if (said == word)
        {
            stop.Cancel();
        }

        return null;
    }
}
