using Orchestrator.Core.Alerts;

namespace Orchestrator.Core.Tests.Alerts;

internal sealed class MailboxTests
{
    private static readonly string[] Odd =
    [
        "", "@", "a", "a@", "@b", "a@b@c", "a b@example.org", "a@exam\tple.org", "a@example.org\r\nRCPT TO:x@y",
        "a@example.org\r\nDATA", "a@example.org\0", "a@example.org,b@example.org", "Ann <a@example.org>",
        "\"a b\"@example.org", "a@[127.0.0.1]", "a@example..org", "mailto:a@example.org", "a@example.org?bcc=x",
        "a@example.org\u2028", new string('a', 65) + "@example.org", "a@" + new string('b', 4000), "jürgen@example.org",
    ];

    [TestCase("ops@example.org")]
    [TestCase("first.last+night@sub.example.org")]
    [TestCase("ops@bücher.example")]
    [TestCase("ops@localhost")]
    [TestCase("o'brien@example.org")]
    public void A_plain_mailbox_is_good(string text) => Assert.That(Mailbox.Mistake(text), Is.Null);

    [Test]
    public void What_is_more_or_less_than_a_mailbox_is_refused_and_not_repeated()
    {
        foreach (var (place, text) in Odd.Index())
        {
            var mistake = Mailbox.Mistake(text);

            Assert.That(mistake, Is.Not.Null.And.Not.Empty, $"{place}");
            Assert.That(text.Length > 4 && mistake!.Contains(text, StringComparison.Ordinal), Is.False, mistake);
        }
    }
}
