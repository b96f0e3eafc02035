using System.Security.Cryptography;
using Orchestrator.Core;
using Orchestrator.Data.Files;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Transfer;

/// <summary>
/// Takes what a server sends of a file, no more than it told that there is, and reckons its hash.
/// </summary>
/// <param name="server">How people know the server.</param>
/// <param name="file">The file as the server told of it.</param>
/// <param name="into">Where it goes; null = it is looked at and no more.</param>
/// <param name="cancellation">Ends it between two pieces.</param>
internal sealed class RemoteBytes(
    string server, RemoteFile file, ArrivingFile? into, CancellationToken cancellation) : Stream
{
    private readonly IncrementalHash _hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
    private long _taken;

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => _taken;

    public override long Position { get => _taken; set => throw new NotSupportedException(); }

    /// <summary>SHA-256 of all of it in hex.</summary>
    /// <exception cref="PackageRefusedException">Not all of it has come.</exception>
    public string Hash() => _taken == file.Size
        ? Convert.ToHexStringLower(_hash.GetHashAndReset())
        : throw Other(server, file, $"{_taken} bytes of it came where {file.Size} were told");

    /// <summary>A file that came as another than it was told to be.</summary>
    public static PackageRefusedException Other(string server, RemoteFile file, string why) =>
        new("ORC3589", ErrorClass.Transient, "read", $"{server} did not send '{file.Name}' whole: {why}. Nothing was "
            + "put in its place. Somebody may still be writing it there: have it be renamed when it is done.");

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        cancellation.ThrowIfCancellationRequested();
        _taken += buffer.Length;
        if (_taken > file.Size)
        {
            throw Other(server, file, $"more came than the {file.Size} bytes that were told");
        }

        _hash.AppendData(buffer);
        Kept(buffer);
    }

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        _hash.Dispose();
        base.Dispose(disposing);
    }

    // The client might take a failure of the disk for one of the server.
    private void Kept(ReadOnlySpan<byte> bytes)
    {
        try
        {
            into?.Stream.Write(bytes);
        }
        catch (IOException full)
        {
            throw FetchedFiles.Unwritten(file.Name, full);
        }
    }
}
