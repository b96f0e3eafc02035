using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Tests.Compile;

/// <summary>What stands under the key of a kind says which connections its object uses beside source and target.
/// </summary>
internal sealed class OtherConnectionsTests
{
    private static IEnumerable<TestCaseData> Said =>
    [
        Case("a check", new CheckRules(), "", ""),
        Case("a message", new MailOptions { Subject = "done" }, "", ""),
        Case("a message with files", new MailOptions { AttachmentsFrom = "A" }, "A", ""),
        Case("a request", new HttpOptions { Url = SentText.Empty }, "", ""),
        Case("a request with files", Request("A", "B"), "A", "B"),
        Case("a request with files of one folder", Request("A", "A"), "A", "A"),
        Case("a copy", new FileTask { Copy = "x", Connection = "A", ToConnection = "B" }, "A", "B"),
        Case("a move", new FileTask { Move = "x", Connection = "A", ToConnection = "B" }, "A", "A B"),
        Case("a new name", new FileTask { Move = "x", Connection = "A", Name = "y" }, "A", "A"),
        Case("a file that is waited for", new FileTask { WaitFor = "x", Connection = "A" }, "A", ""),
        Case("files that are got", new TransferOptions { Get = "x", From = "Server", To = "A" }, "", "A"),
        Case("files that are sent", new TransferOptions { Put = "x", From = "A", To = "Server" }, "A", ""),
    ];

    [TestCaseSource(nameof(Said))]
    public void An_object_uses_what_it_reads_and_what_it_writes_each_once(
        KindOptions own, string reads, string writes)
    {
        var one = SolutionBuilder.Load("a") with { Own = own };

        Assert.That((string.Join(' ', own.Reads), string.Join(' ', own.Writes)), Is.EqualTo((reads, writes)));
        Assert.That(one.OtherConnections, Is.EquivalentTo(
            $"{reads} {writes}".Split(' ', StringSplitOptions.RemoveEmptyEntries).Distinct()));
    }

    [Test]
    public void An_object_that_says_nothing_uses_no_others() =>
        Assert.That(SolutionBuilder.Load("a").OtherConnections, Is.Empty);

    private static HttpOptions Request(string body, string answer) => new()
    {
        Url = SentText.Empty,
        BodyFile = new HttpFile(body, "x", "x", default),
        Answer = new HttpFile(answer, "y", "y", default),
    };

    private static TestCaseData Case(string name, KindOptions own, string reads, string writes) =>
        new TestCaseData(own, reads, writes).SetArgDisplayNames(name);
}
