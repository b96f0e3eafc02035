using System.Text;
using Orchestrator.Packages.Transfer;

namespace Orchestrator.Packages.Tests.Transfer;

/// <summary>Listings of blobs as Azure answers them, and as one might that means harm.</summary>
internal sealed class BlobListingTests
{
    private const int Levels = 300_000;
    private const string Properties = "<Last-Modified>Fri, 30 Jan 2026 01:00:00 GMT</Last-Modified><Etag>0x8D1</Etag>"
        + "<Content-Length>7</Content-Length>";

    [TestCase("<Name>in/a+b%25.csv</Name>", "in/a+b%25.csv")]
    [TestCase("<Name Encoded=\"true\">in/a+b%25%C3%BC.csv</Name>", "in/a+b%ü.csv")]
    public void Names_are_decoded_where_their_entry_says_that_it_is_encoded(string name, string key)
    {
        var one = Listing($"<Blob>{name}<Properties>{Properties}</Properties></Blob>").Objects.Single();

        Assert.That((one.Key, one.Size, one.Tag, one.Print, one.Unfinished),
            Is.EqualTo((key, 7L, "\"0x8D1\"", "", "")));
        Assert.That(one.Written, Is.EqualTo(new DateTime(2026, 1, 30, 1, 0, 0, DateTimeKind.Utc)));
    }

    [TestCase("pending", "pending", false)]
    [TestCase("success", "", false)]
    [TestCase("failed", "failed", true)]
    [TestCase("aborted", "aborted", true)]
    public void A_copy_says_whether_it_is_whole(string status, string unfinished, bool isLeft)
    {
        var one = Listing($"<Blob><Name>a</Name><Properties>{Properties}<CopyStatus>{status}</CopyStatus></Properties>"
            + "</Blob>").Objects.Single();

        Assert.That((one.Unfinished, one.IsLeft), Is.EqualTo((unfinished, isLeft)));
    }

    [TestCase("<ResourceType>directory</ResourceType></Properties>")]
    [TestCase("</Properties><Metadata><hdi_isfolder>true</hdi_isfolder></Metadata>")]
    public void Folders_are_no_blobs(string more) => Assert.That(
        Listing($"<Blob><Name>a.csv</Name><Properties>{Properties}{more}</Blob>").Objects, Is.Empty);

    [TestCase("<Blob><Properties/></Blob>")]
    [TestCase("<Blob><Name>a</Name></Blob>")]
    [TestCase("<Blob><Name>a</Name><Properties><Etag>a&#10;x: b</Etag><Content-Length>7</Content-Length>"
        + "<Last-Modified>Fri, 30 Jan 2026 01:00:00 GMT</Last-Modified></Properties></Blob>")]
    [TestCase("<Blob><Name>a</Name><Properties><Etag>0x1</Etag><Content-Length>-7</Content-Length>"
        + "<Last-Modified>Fri, 30 Jan 2026 01:00:00 GMT</Last-Modified></Properties></Blob>")]
    public void A_blob_without_what_tells_it_from_others_makes_the_answer_none(string blob) =>
        Assert.That(() => Listing(blob), Throws.TypeOf<FormatException>());

    [Test]
    public void An_answer_deeper_than_a_stack_is_none()
    {
        var deep = string.Concat(Enumerable.Repeat("<a>", Levels)) + string.Concat(Enumerable.Repeat("</a>", Levels));

        Assert.That(() => Listing(deep), Throws.TypeOf<FormatException>());
    }

    private static StoreListing Listing(string inside) => BlobListing.Of(Encoding.UTF8.GetBytes(
        $"<EnumerationResults><Blobs>{inside}</Blobs><NextMarker /></EnumerationResults>"));
}
