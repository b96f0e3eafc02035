using Orchestrator.Packages.Transfer;

namespace Orchestrator.Packages.Tests.Transfer;

/// <summary>Signatures are those of Amazon's own examples (Signature Version 4 of Amazon S3, by header).</summary>
internal sealed class BucketSignatureTests
{
    private static readonly BucketSignature Signature = new(
        "AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "us-east-1");

    [TestCase("/test.txt", "", "bytes=0-9", "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")]
    [TestCase("/", "max-keys=2&prefix=J", "", "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7")]
    public void A_request_is_signed_as_documented(string path, string query, string range, string signature)
    {
        KeyValuePair<string, string>[] headers = range.Length == 0 ? [] : [new("range", range)];

        var sent = Signature.Sign("GET", "examplebucket.s3.amazonaws.com", path, query, headers,
            new DateTimeOffset(2013, 5, 24, 0, 0, 0, TimeSpan.Zero));

        Assert.That(sent.Single(header => header.Key == "Authorization").Value, Does.EndWith($"Signature={signature}")
            .And.Contain("Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "));
    }
}
