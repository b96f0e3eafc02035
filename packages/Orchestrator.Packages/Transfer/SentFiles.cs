using System.Security.Cryptography;
using System.Text;
using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Files;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Transfer;

/// <summary>
/// Sends files: each under a hidden name of its own in the folder that it is for, and renamed there when the server
/// says that it has all of it.
/// </summary>
internal sealed class SentFiles(
    PackageContext context, FileSession session, string folder, TransferTally tally)
{
    private const int MarkLength = 8;

    private readonly TransferOptions _transfer = context.Object.Transfer!;

    // One package is at work once, so that what a killed attempt of it left is written over by the next.
    private readonly string _mark = Convert.ToHexStringLower(
        SHA256.HashData(Encoding.UTF8.GetBytes(context.Object.FullName)))[..MarkLength];

    /// <summary>A file for whose name there is another one.</summary>
    public static PackageRefusedException SameNameThere(string where, string name) =>
        new("ORC3592", ErrorClass.Data, "publish", $"{where} has another file '{name}'. It stays, and the new one was "
            + "not put there. Move the old one away, or write `existing: replace` or `existing: keep`.");

    /// <summary>Sends them.</summary>
    public void Put()
    {
        context.Phase("read");
        var files = FileListing.Files(folder, _transfer.Pattern, _transfer.IgnoreCase);
        if (files.Count > TransferContract.FilesMax)
        {
            throw Refused("ORC3591", $"More than {TransferContract.FilesMax} files fit '{_transfer.Pattern}', which is "
                + "too much for one package. Take a narrower pattern.");
        }

        if (files.Count == 0 && _transfer.OnNone == NoFiles.Fail)
        {
            throw Refused("ORC3590", $"No file in '{folder}' fits '{_transfer.Pattern}'. See why it was not made, or "
                + "write `onNone: skip` where that is as it should be.");
        }

        foreach (var file in files)
        {
            Send(file);
        }
    }

    private void Send(string file)
    {
        context.Cancellation.ThrowIfCancellationRequested();
        var name = file[(file.LastIndexOf('/') + 1)..];
        if (RemoteName.Refusal(name) is { } why)
        {
            throw Refused("ORC3591", $"'{RemoteName.Shown(name)}' fits '{_transfer.Pattern}' and {why}, so that it is "
                + "not sent. Rename it, or take a narrower pattern.");
        }

        var stamp = FileListing.Hash(folder, file, context.Cancellation);
        var place = At(name);
        var there = session.Find(place);
        if (there is not null && !MayReplace(there, stamp, name))
        {
            return;
        }

        var pending = At($".{name}.{_mark}.loading");
        try
        {
            Write(stamp, pending);
            context.Phase("publish");
            context.Fence.Pass();
            CrashPoint.Around("transfer.renamed", () => session.Rename(pending, place, replaces: there is not null));
            context.Phase("read");
        }
        catch (PackageRefusedException)
        {
            Drop(pending);
            throw;
        }

        tally.Brought(name, stamp.Size);
    }

    private void Write(FileStamp stamp, string pending)
    {
        using var content = RawFile.Open(
            folder, stamp.File, over => context.HeldUp(WaitReason.Server, over), context.Cancellation);
        context.Phase("write");
        var sent = session.Write(pending, content);
        CrashPoint.Pass("transfer.sent");
        var now = FileListing.StampOf(folder, stamp.File);
        if (sent != stamp.Size || now is null || now.Size != sent || now.Written != stamp.Written)
        {
            throw new PackageRefusedException("ORC3589", ErrorClass.Transient, "read",
                $"'{stamp.File}' was changed while it was sent. It was not put in its place there. Send it when nobody "
                + "writes it any more.");
        }

        if (session.Find(pending)?.Size is var came && came != sent)
        {
            throw new PackageRefusedException("ORC3589", ErrorClass.Transient, "write",
                $"{session.Name} has {came ?? 0} of the {sent} bytes of '{stamp.File}' that were sent. It was not put "
                + "in its place there.");
        }
    }

    private bool MayReplace(RemoteFile there, FileStamp stamp, string name)
    {
        if (!there.IsRegular)
        {
            throw Refused("ORC3591", $"{session.Name} has a link or a folder where '{name}' is to go. It stays as it "
                + "is. Have it be removed there.");
        }

        if (there.Size == stamp.Size && HashOf(there) == stamp.Hash)
        {
            tally.Tell($"'{name}' is there already");
            return false;
        }

        if (_transfer.Existing == ExistingFile.Keep)
        {
            tally.Tell($"'{name}' stays as it is there, and that of this side was not sent");
        }

        return _transfer.Existing switch
        {
            ExistingFile.Fail => throw SameNameThere(session.Name, name),
            ExistingFile.Keep => false,
            _ => true,
        };
    }

    private string HashOf(RemoteFile there)
    {
        using var bytes = new RemoteBytes(session.Name, there, null, context.Cancellation);
        session.Read(there.Path, bytes);
        return bytes.Hash();
    }

    // It does no harm where it stays: nobody takes it for a file, and the next attempt writes over it.
    private void Drop(string pending)
    {
        try
        {
            session.Delete(pending);
        }
        catch (Exception gone) when (gone is PackageRefusedException or OperationCanceledException)
        {
            tally.Tell($"'{pending}' may still be there");
        }
    }

    private string At(string name) => RemoteName.Join(_transfer.Server!.Folder, _transfer.Into ?? "", name);

    private static PackageRefusedException Refused(string code, string message) =>
        new(code, ErrorClass.Data, "list", message);
}
