using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Tests.Diagnostics;

internal sealed class SecretLineTests
{
    [TestCase("  ConnectionString: Server=db", true)]
    [TestCase("  - {connection: Lake, folder: 'blob?AccountKey=abc'}", true)]
    [TestCase("passphrase: abc", true)]
    [TestCase("x: Pwd=abc", true)]
    [TestCase("a: ${secret:A}", true)]
    [TestCase("headers: {x-token: abc}", true)]
    [TestCase("url: https://me:abc@server/", true)]
    [TestCase("headers: {Authorization: Bearer abc, A: b}", true)]
    [TestCase("  'X-Api-Key': abc", true)]
    [TestCase("  Cookie: a=b", true)]
    [TestCase("  - {object: authorization}", false)]
    [TestCase("  - {column: Id, key: 1}", false)]
    [TestCase("url: https://server/me@home", false)]
    public void A_line_that_may_hold_a_secret_is_known_by_its_words(string line, bool mayHoldOne) =>
        Assert.That(SecretLine.MayHoldOne(line), Is.EqualTo(mayHoldOne));
}
