using Orchestrator.Packages.Store;
using Orchestrator.Packages.Transfer;

namespace Orchestrator.Packages.Tests.Transfer;

/// <summary>What a server sends, beside what it told that there is.</summary>
internal sealed class RemoteBytesTests
{
    private static readonly RemoteFile Told = new("a.csv", "/out/a.csv", 3, default, IsRegular: true);

    [TestCase(0)]
    [TestCase(2)]
    [TestCase(4)]
    [TestCase(100_000)]
    public void A_server_that_sends_more_or_less_than_it_told_is_refused(int length)
    {
        using var bytes = new RemoteBytes("The server", Told, null, CancellationToken.None);

        var refused = Assert.Throws<PackageRefusedException>(() =>
        {
            bytes.Write(new byte[length], 0, length);
            bytes.Hash();
        });

        Assert.That(refused!.Error.Code, Is.EqualTo("ORC3589"));
    }

    [Test]
    public void What_came_in_pieces_has_the_hash_of_the_whole()
    {
        using var bytes = new RemoteBytes("The server", Told, null, CancellationToken.None);

        bytes.Write("ab"u8);
        bytes.Write("c"u8);

        Assert.That(bytes.Hash(),
            Is.EqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    }

    [Test]
    public void Who_cancels_is_heard_between_two_pieces()
    {
        using var bytes = new RemoteBytes("The server", Told, null, new CancellationToken(canceled: true));

        Assert.Throws<OperationCanceledException>(() => bytes.Write([1], 0, 1));
    }
}
