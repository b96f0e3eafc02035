using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Http;

namespace Orchestrator.Packages.Tests.Http;

/// <summary>Texts of addresses that packages ask.</summary>
internal sealed class HttpAddressTests
{
    [TestCase("https://api.example.org")]
    [TestCase("https://api.example.org:8443/a/b..c/d?e=.&f=..")]
    [TestCase("https://[2001:4860:4860::8888]/x")]
    [TestCase("HTTPS://api.example.org/%20")]
    public void A_good_one_has_no_mistake(string text) => Assert.That(HttpAddress.Mistake(text, false), Is.Null);

    [TestCase("", "absolute")]
    [TestCase("x", "absolute")]
    [TestCase("/x", "absolute")]
    [TestCase("https:api.example.org", "absolute")]
    [TestCase("https:///x", "absolute")]
    [TestCase("ftp://api.example.org/x", "only https")]
    [TestCase("file:///etc/passwd", "absolute")]
    [TestCase("https://me:pw@api.example.org/", "user name")]
    [TestCase("https://@api.example.org/", "user name")]
    [TestCase("https://api.example.org/a#b", "fragment")]
    [TestCase("https://api.example.org/a b", "white space")]
    [TestCase("https://api.example.org/a\r\nX: y", "white space")]
    [TestCase("https://api.example.org\\@evil.example/", "backslash")]
    [TestCase("https://\u00e4.example.org/", "beyond ASCII")]
    [TestCase("https://api.example.org/a/../b", "'..'")]
    [TestCase("https://api.example.org/a/%2e%2E/b", "'..'")]
    [TestCase("https://api.example.org/./b", "'..'")]
    [TestCase("http://api.example.org/", "allowPrivate")]
    public void A_bad_one_is_told_with_what_is_wrong(string text, string why) =>
        Assert.That(HttpAddress.Mistake(text, false), Does.Contain(why));

    [Test]
    public void Where_private_addresses_are_allowed_http_is_too() =>
        Assert.That(HttpAddress.Mistake("http://127.0.0.1:8080/", true), Is.Null);

    [TestCase("https://a/", "${secret:A}", true)]
    [TestCase("https://a", "${env:A}", false)]
    [TestCase("https://", "${env:A}", false)]
    [TestCase("https://a?b=", "${env:A}", true)]
    public void A_server_that_is_written_out_is_judged_before_the_run(string written, string asked, bool isNamed)
    {
        SentText url = new(
            [new(SentPartKind.Written, written), new(SentPartKind.Asked, asked)], written + asked, default);

        Assert.That(HttpAddress.NamesServer(url), Is.EqualTo(isNamed));
    }
}
