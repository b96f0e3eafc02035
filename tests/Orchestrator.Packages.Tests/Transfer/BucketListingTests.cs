using System.Text;
using Orchestrator.Packages.Transfer;

namespace Orchestrator.Packages.Tests.Transfer;

/// <summary>Listings as stores answer them, and as one might that means harm.</summary>
internal sealed class BucketListingTests
{
    private const int Levels = 300_000;

    [TestCase("<EncodingType>url</EncodingType>", "a b%.csv")]
    [TestCase("", "a+b%25.csv")]
    public void Names_are_decoded_where_the_store_says_that_it_has_encoded_them(string said, string name)
    {
        var listing = Listing($"{said}<Contents><Key>a+b%25.csv</Key><Size>1</Size><ETag>&quot;t&quot;</ETag>"
            + "<LastModified>2026-01-30T01:00:00.000Z</LastModified></Contents>");

        Assert.That(listing.Objects.Select(one => (one.Key, one.Tag)), Is.EqualTo(new[] { (name, "\"t\"") }));
    }

    [Test]
    public void An_answer_deeper_than_a_stack_is_none()
    {
        var deep = string.Concat(Enumerable.Repeat("<a>", Levels)) + string.Concat(Enumerable.Repeat("</a>", Levels));

        Assert.That(() => Listing($"<IsTruncated>{deep}</IsTruncated>"), Throws.TypeOf<FormatException>());
    }

    private static StoreListing Listing(string inside) =>
        BucketListing.Of(Encoding.UTF8.GetBytes($"<ListBucketResult>{inside}</ListBucketResult>"));
}
