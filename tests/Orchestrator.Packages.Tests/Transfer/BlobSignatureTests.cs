using Orchestrator.Packages.Transfer;

namespace Orchestrator.Packages.Tests.Transfer;

/// <summary>Signatures are those that were reckoned apart from us by the words of Azure's reference (Shared Key).
/// </summary>
internal sealed class BlobSignatureTests
{
    private const string At = "Fri, 26 Jun 2015 23:39:12 GMT";

    private static readonly BlobSignature Signature = new("myaccount", Convert.FromBase64String(BlobServer.Key));

    [Test]
    public void A_listing_is_signed_with_what_is_asked_in_the_order_of_its_names()
    {
        var said = Signature.Sign("GET", "/mycontainer",
            [new("restype", "container"), new("marker", "a b+c"), new("comp", "list")],
            [new("x-ms-version", "2021-08-06"), new("x-ms-date", At)]);

        Assert.That(said, Is.EqualTo("SharedKey myaccount:c+1EmhHfsb8DpQFXcLlR1Y2lpMZlErjZiV4Ah3RQpJ0="));
    }

    [Test]
    public void Conditions_and_ranges_have_their_places_and_names_stay_encoded()
    {
        var said = Signature.Sign("GET", "/mycontainer/a%2Bb.csv", [],
            [new("if-match", "\"0x1\""), new("range", "bytes=0-9"), new("x-ms-date", At)]);

        Assert.That(said, Is.EqualTo("SharedKey myaccount:nXANfQiIx8A8OPnP4v+kYQYBpJdvgbECg3XFaB7Stsc="));
    }

    [Test]
    public void Of_an_emulator_the_account_stands_twice()
    {
        var said = Signature.Sign("PUT", "/myaccount/mycontainer/in/a%20b.csv", [],
            [new("if-none-match", "*"), new("x-ms-copy-source", "https://a/b%20c"), new("x-ms-date", At)]);

        Assert.That(said, Is.EqualTo("SharedKey myaccount:OhCS/NdPFFIBWOaGXwKjwhMmb032Fo0d/sEdNXTM2Pc="));
    }
}
