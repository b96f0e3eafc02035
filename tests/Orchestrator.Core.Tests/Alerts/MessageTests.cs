using System.Text;
using System.Text.Json;
using Orchestrator.Core.Alerts;

namespace Orchestrator.Core.Tests.Alerts;

internal sealed class MessageTests
{
    private static readonly DateTimeOffset Now = new(2026, 7, 6, 5, 0, 0, TimeSpan.Zero);

    private static readonly Occurrence Failed = new()
    {
        Key = "Failed:482",
        Event = AlertEvent.Failed,
        Batch = "Nightly",
        At = Now,
        Cause = "Crm 53 Transient",
        Run = 482,
        Summary = "3 of 183 packages failed",
        Failures =
        [
            new AlertFailure("Staging/customer", "ORC3001", "Transient", "Crm", "53", "The server did not answer."),
            new AlertFailure("Staging/invoice", "", "", "", "", "killed"),
        ],
        FailuresCount = 3,
        Command = "orchestrator retry 482",
    };

    [Test]
    public void The_subject_says_the_state_first_and_the_first_failure() =>
        Assert.That(MessageText.Subject(Message(Failed)), Is.EqualTo(
            "FAILED Nightly run 482 (prod): 3 of 183 packages failed, first: Staging/customer ORC3001"));

    [Test]
    public void Many_occurrences_are_counted_and_the_first_are_named()
    {
        var many = Enumerable.Range(1, 20)
            .Select(run => Failed with { Key = $"Failed:{run}", Run = run, At = Now.AddSeconds(run) }).ToArray();

        var message = Message(many);

        Assert.That(MessageText.Subject(message), Is.EqualTo("FAILED 20 times (prod): Nightly run 1, Nightly run 2, "
            + "Nightly run 3 …, cause: Crm 53 Transient"));
        Assert.That(MessageText.Body(message), Does.Contain("… and 10 more"));
    }

    [Test]
    public void The_text_says_what_failed_why_where_to_look_and_what_to_do() =>
        Assert.That(MessageText.Body(Message(Failed)), Is.EqualTo("""
            FAILED Nightly run 482, 2026-07-06 05:00:00Z
            3 of 183 packages failed

              Staging/customer  ORC3001 Transient, connection Crm, 53
                The server did not answer.

              Staging/invoice
                killed

              … and 1 more

            Look:  https://etl.example.org/runs/482
            Then:  orchestrator retry 482

            shop, environment prod, alert Nightly/ops
            message 0190

            """.ReplaceLineEndings("\n")));

    [Test]
    public void No_subject_has_a_second_line_whatever_stands_in_names()
    {
        var evil = Failed with { Batch = "a\r\nBcc: x@example.org\r\n\r\nbody", Summary = "\u0085\u2028x" };

        var subject = MessageText.Subject(Message(evil));

        Assert.That(subject.Any(char.IsControl), Is.False);
        Assert.That(subject, Does.StartWith("FAILED a  Bcc: x@example.org"));
    }

    [Test]
    public void A_long_subject_is_cut_and_no_character_in_the_middle()
    {
        var subject = MessageText.Subject(Message(Failed with { Batch = new string('x', 191) + "😀😀😀😀" }));

        Assert.That(subject, Has.Length.LessThanOrEqualTo(200).And.EndsWith("…"));
        Assert.That(Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(subject)), Is.EqualTo(subject));
    }

    [Test]
    public void What_two_alerts_tell_of_one_run_is_told_once()
    {
        var message = AlertMessage.Of("1", Now, "shop", "prod", [("Nightly/ops", Failed), ("Nightly/boss", Failed)]);

        Assert.That(message.Alerts, Is.EqualTo(new[] { "Nightly/boss", "Nightly/ops" }));
        Assert.That(message.Occurrences, Has.Count.EqualTo(1));
    }

    [Test]
    public void A_webhook_is_sent_the_same_as_json()
    {
        using var json = JsonDocument.Parse(MessageJson.Of(Message(Failed)));

        var root = json.RootElement;
        Assert.That(root.GetProperty("schema_version").GetInt32(), Is.EqualTo(1));
        Assert.That(root.GetProperty("id").GetString(), Is.EqualTo("0190"));
        Assert.That(root.GetProperty("event").GetString(), Is.EqualTo("Failed"));
        Assert.That(root.GetProperty("run").GetInt64(), Is.EqualTo(482));
        Assert.That(root.GetProperty("failures_count").GetInt32(), Is.EqualTo(3));
        Assert.That(root.GetProperty("failures")[0].GetProperty("package").GetString(), Is.EqualTo("Staging/customer"));
        Assert.That(root.GetProperty("link").GetString(), Is.EqualTo("https://etl.example.org/runs/482"));
        Assert.That(root.GetProperty("command").GetString(), Is.EqualTo("orchestrator retry 482"));
        Assert.That(root.GetProperty("occurrences")[0].GetProperty("event").GetString(), Is.EqualTo("Failed"));
    }

    [Test]
    public void An_occurrence_comes_back_from_its_text_as_it_was()
    {
        var back = MessageJson.Read(MessageJson.Of(Failed))!;

        Assert.That(back with { Failures = Failed.Failures }, Is.EqualTo(Failed));
        Assert.That(back.Failures, Is.EqualTo(Failed.Failures));
        Assert.That(MessageJson.Read("no json"), Is.Null);
    }

    [TestCase("mailto:ops@example.org", "mailto:ops@example.org")]
    [TestCase("https://hooks.example.org/services/T0KEN?k=v", "https://hooks.example.org")]
    [TestCase("${secret:HOOK}", "${secret:HOOK}")]
    [TestCase("${env:HOOK:-https://hooks.example.org/T0KEN}", "${env:HOOK}")]
    [TestCase("https://hooks.example.org/T0KEN/${secret:HOOK}", "https://hooks.example.org")]
    [TestCase("https://${env:HOST}/T0KEN", "an address")]
    public void The_name_of_a_target_holds_no_secret(string written, string name) =>
        Assert.That(TargetAddress.NameOf(written), Is.EqualTo(name));

    [TestCase("mailto:ops@example.org", true, "ops@example.org")]
    [TestCase("https://hooks.example.org/x", false, "https://hooks.example.org/x")]
    public void A_target_is_a_mailbox_or_a_webhook(string text, bool isMail, string address) =>
        Assert.That(TargetAddress.Parse(text, false), Is.EqualTo(
            new TargetAddress(isMail ? AlertChannels.Mail : AlertChannels.Webhook, address)));

    [Test]
    public void What_means_no_channel_is_taken_by_the_last_which_says_what_all_of_them_take()
    {
        var prefixes = AlertChannels.All.Select(channel => channel.Prefix).ToArray();

        Assert.That(prefixes[..^1], Has.None.Empty);
        Assert.That(prefixes[^1], Is.Empty);
        Assert.That(TargetAddress.Mistake("/x", false), Is.EqualTo(
            $"it is neither {string.Join(" nor ", AlertChannels.All.Select(channel => channel.Form))}"));
    }

    [TestCase("mailto:")]
    [TestCase("mailto:ops")]
    [TestCase("mailto:a@example.org,b@example.org")]
    [TestCase("mailto:a@example.org?bcc=b@example.org")]
    [TestCase("mailto:a@example.org%0d%0aBcc:b@example.org")]
    [TestCase("mailto:a@example.org\r\nBcc: b@example.org")]
    [TestCase("mailto:\"a b\"@example.org")]
    [TestCase("https://a:b@example.org/x")]
    [TestCase("http://example.org/x")]
    [TestCase("ftp://example.org/x")]
    [TestCase("https://example.org/x#y")]
    [TestCase("/x")]
    [TestCase("")]
    public void What_is_neither_is_refused_without_repeating_it(string text) =>
        Assert.That(() => TargetAddress.Parse(text, false),
            Throws.TypeOf<FormatException>().With.Message.Not.Contains("b@example.org"));

    private static AlertMessage Message(params Occurrence[] occurrences) =>
        AlertMessage.Of("0190", Now, "shop", "prod", [.. occurrences.Select(one => ("Nightly/ops", one))])
            with
        { PublicUrl = "https://etl.example.org/" };
}
