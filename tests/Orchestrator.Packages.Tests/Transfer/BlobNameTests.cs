using System.Security.Cryptography;
using System.Text;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Transfer;

/// <summary>Names of any signs, as people and programs make them, on their way to Azure Blob and back.</summary>
[TestFixture(Platform.Sqlite)]
[Platform(Exclude = "Win", Reason = "its files have fewer names, and others are refused there")]
internal sealed class BlobNameTests(Platform platform) : BlobFixture(platform)
{
    private const int Count = 300;
    private const int Moved = 20;
    private const int Length = 6;

    private static readonly string[] Signs =
    [
        " ", "+", "%", "%20", "%2F", "'", "\"", "&", "#", "?", ";", "=", ":", "@", "$", ",", "~", "!", "*", "(", ")",
        "[", "]", "{", "}", "|", "^", "`", "<", ">", "..", "ä", "漢", "😀", "a", "Z", "7",
    ];

    [TestCase(true)]
    [TestCase(false)]
    public void Whatever_a_name_is_made_of_it_is_listed_read_and_moved_as_it_is(bool hasKey)
    {
        Store = hasKey ? Store : Store with { Key = null, Sas = BlobServer.Token };
        Server.PageMax = 70;
        var random = new Random(20261128);
        string[] names = [.. Enumerable.Range(0, Count).Select(i => $"n{i}" + string.Concat(
            Enumerable.Range(0, Length).Select(_ => Signs[random.Next(Signs.Length)])) + ".txt")];
        Array.ForEach(names, name => Server.Put($"in/out/{name}", name));
        using var place = Opened();

        var found = place.Files("n*.txt");

        Assert.That(found, Is.EquivalentTo(names));
        Assert.That(names.Select(name => place.Hash(name, CancellationToken.None).Hash), Is.EqualTo(names.Select(
            name => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(name))))));
        Assert.That(names.Take(Moved).Select(name => place.Move(name, "done", 7)),
            Is.EqualTo(names.Take(Moved).Select(name => $"done/{name}")));
    }
}
