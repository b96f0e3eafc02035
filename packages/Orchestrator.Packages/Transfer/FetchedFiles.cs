using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Files;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Transfer;

/// <summary>
/// Gets files: each is written beside its place, flushed and renamed, and only then the next one is begun. When all are
/// here, those of the server are deleted, if that is wanted.
/// </summary>
internal sealed class FetchedFiles(
    PackageContext context, FileSession session, string folder, TransferTally tally)
{
    private readonly TransferOptions _transfer = context.Object.Transfer!;

    /// <summary>A file that the disk of this side does not take.</summary>
    public static PackageRefusedException Unwritten(string file, Exception why) =>
        new("ORC3593", ErrorClass.Config, "write", $"'{file}' cannot be written here: {why.Message.TrimEnd('.')}. What "
            + "had come of it was removed. Make room on the disk, or correct the rights of the folder.");

    /// <summary>Gets them.</summary>
    public void Get()
    {
        context.Phase("read");
        var note = new DeletedNote(context, folder, _transfer.Into ?? "");
        var files = Listed();
        if (files.Count == 0)
        {
            None(note);
            return;
        }

        // What a server tells may add up to anything.
        RefuseWithoutRoom(files.Aggregate(0L, (sum, file) =>
            file.Size > long.MaxValue - sum ? long.MaxValue : sum + file.Size));
        RemoteFile[] arrived = [.. files.Where(Arrive)];
        if (_transfer.Delete && arrived.Length > 0)
        {
            note.Leave();
            CrashPoint.Pass("transfer.noted");
            Array.ForEach(arrived, Delete);
        }
    }

    private IReadOnlyList<RemoteFile> Listed()
    {
        var pattern = _transfer.Pattern;
        var slash = pattern.LastIndexOf('/') + 1;
        var there = RemoteName.Join(_transfer.Server!.Folder, pattern[..slash].TrimEnd('/'));
        var files = session.List(
            there.Length == 0 ? "." : there, pattern[slash..], ignoreCase: _transfer.IgnoreCase);
        // Elsewhere than here two names may differ by case alone.
        ListedFiles.Refuse(files, session.Name, pattern,
            OperatingSystem.IsWindows() ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal);
        return files;
    }

    private void None(DeletedNote note)
    {
        if (_transfer.Delete && note.IsOfEarlier() is { } attempt)
        {
            note.Leave();
            tally.Warn($"no file is there any more: attempt {attempt} had brought and deleted all of them before it "
                + "ended");
            return;
        }

        if (_transfer.OnNone == NoFiles.Fail)
        {
            throw new PackageRefusedException("ORC3590", ErrorClass.Data, "list",
                $"{session.Name} has no file that fits '{_transfer.Pattern}'. See why it was not delivered, or write "
                + "`onNone: skip` where that is as it should be.");
        }

        tally.Tell($"no file fits '{_transfer.Pattern}'");
    }

    private void RefuseWithoutRoom(long bytes)
    {
        if (Directory.Exists(folder) && FreeDisk.Of(folder) is var free && free - TransferContract.RoomLeft < bytes)
        {
            throw new PackageRefusedException("ORC3593", ErrorClass.Config, "open",
                $"The disk of '{folder}' has {free >> 20} MB free, and {bytes >> 20} MB are to come. No file was "
                + "taken. Make room.");
        }
    }

    private bool Arrive(RemoteFile file)
    {
        context.Cancellation.ThrowIfCancellationRequested();
        var name = RemoteName.Join(_transfer.Into ?? "", file.Name);
        using var arriving = ArrivingFile.Begin(folder, name, context.AttemptId);
        using var bytes = new RemoteBytes(session.Name, file, arriving, context.Cancellation);
        session.Read(file.Path, bytes);
        var hash = bytes.Hash();
        if (!IsAsTold(file))
        {
            throw RemoteBytes.Other(session.Name, file, "it was changed or removed meanwhile");
        }

        if (FileListing.StampOf(folder, name) is not null
            && FileListing.Hash(folder, name, context.Cancellation).Hash is var there)
        {
            if (there == hash)
            {
                tally.Tell($"'{name}' is here already");
                return true;
            }

            if (!MayReplace(name))
            {
                return false;
            }
        }

        Publish(arriving, name);
        tally.Brought(name, file.Size);
        return true;
    }

    private bool IsAsTold(RemoteFile file) => session.Find(file.Path) is { IsRegular: true } now
        && now.Size == file.Size && now.Written == file.Written;

    private bool MayReplace(string name)
    {
        if (_transfer.Existing == ExistingFile.Fail)
        {
            throw SentFiles.SameNameThere("The folder of this side", name);
        }

        if (_transfer.Existing == ExistingFile.Keep)
        {
            tally.Tell($"'{name}' stays as it is here, and that of the server was not taken");
            return false;
        }

        return true;
    }

    private void Publish(ArrivingFile arriving, string name)
    {
        context.Phase("publish");
        try
        {
            arriving.Complete();
            context.Fence.Pass();
            arriving.Publish();
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw Unwritten(name, problem);
        }

        context.Phase("read");
    }

    private void Delete(RemoteFile file)
    {
        if (!IsAsTold(file))
        {
            tally.Warn($"'{file.Name}' was not deleted there: it has become another one since it was taken");
            return;
        }

        context.Fence.Pass();
        CrashPoint.Around("transfer.deleted", () => session.Delete(file.Path));
    }
}
