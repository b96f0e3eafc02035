using Orchestrator.Runner.Outbound;

namespace Orchestrator.Runner.Tests.Outbound;

internal sealed class OutboundAddressTests
{
    [TestCase("https://hooks.example.org/x?team=a")]
    [TestCase("https://hooks.example.org:8443/x")]
    public void An_https_address_is_taken(string text) =>
        Assert.That(OutboundAddress.Parse(text, new OutboundRules()).OriginalString, Is.EqualTo(text));

    [TestCase("hooks.example.org/x", "no absolute address")]
    [TestCase("/x", "no absolute address")]
    [TestCase("file:///etc/passwd", "no absolute address")]
    [TestCase("ftp://example.org/x", "only https")]
    [TestCase("gopher://127.0.0.1:25/x", "only https")]
    [TestCase("https://user:word@example.org/x", "user name")]
    [TestCase("https://example.org@127.0.0.1/x", "user name")]
    [TestCase("https://example.org/x#y", "fragment")]
    [TestCase("https://example.org/x y", "white space")]
    [TestCase("https://example.org/x\r\nHost: y", "white space")]
    [TestCase("http://example.org/x", "http is neither")]
    public void Any_other_is_refused_with_its_reason(string text, string reason) =>
        Assert.That(() => OutboundAddress.Parse(text, new OutboundRules()),
            Throws.TypeOf<OutboundRefusedException>().With.Message.Contains(reason));

    [Test]
    public void Http_is_taken_where_the_address_is_declared_as_private() =>
        Assert.That(OutboundAddress.Mistake("http://10.0.0.7/x", allowPrivate: true), Is.Null);
}
