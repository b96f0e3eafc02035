using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;
using Renci.SshNet;
using Renci.SshNet.Common;
using Renci.SshNet.Sftp;

namespace Orchestrator.Packages.Transfer;

/// <summary>What is asked of the files of a server, while its session is open.</summary>
internal sealed class FileSession : IDisposable
{
    private const int PieceLength = 32 << 10;

    private readonly ServerLink _link;

    private FileSession(ServerLink link) => _link = link;

    /// <summary>How people know the server, at the begin of a sentence.</summary>
    public string Name => _link.Name;

    private SftpClient Client => _link.Client;

    /// <summary>Connects, looks at the key of the server, and signs in.</summary>
    /// <exception cref="PackageRefusedException">One of these does not succeed.</exception>
    public static FileSession Open(
        FileServer server, ConnectionInfo signIn, TimeProvider time, CancellationToken cancellation) =>
        new(ServerLink.Open(server, signIn, time, cancellation));

    /// <summary>All that is in a folder and that a pattern stands for, in ordinal order; links are not followed.
    /// </summary>
    /// <param name="folder">The folder.</param>
    /// <param name="pattern">The pattern, without a folder.</param>
    /// <param name="filesMax">More than so many are refused.</param>
    /// <param name="ignoreCase">Whether upper and lower case are one.</param>
    public IReadOnlyList<RemoteFile> List(
        string folder, string pattern, int filesMax = TransferContract.FilesMax, bool ignoreCase = false) =>
        _link.Do($"list '{folder}'",
            () => ListAsync(folder, pattern, filesMax, ignoreCase).GetAwaiter().GetResult());

    /// <summary>What is at a path, links not followed; null = nothing.</summary>
    public RemoteFile? Find(string path) => _link.Do<RemoteFile?>($"find '{RemoteName.Shown(path)}'", () =>
    {
        try
        {
            // What is asked for by its path is told of where a link leads to.
            var (there, slash) = (Client.Get(path), path.LastIndexOf('/'));
            var folder = Client.Get(slash < 0 ? "." : path[..Math.Max(slash, 1)]).FullName;
            var isItself = there.FullName == RemoteName.Join(folder, path[(slash + 1)..]);
            return Told(there, path) is var told && isItself ? told : told with { IsRegular = false };
        }
        catch (SftpPathNotFoundException)
        {
            return null;
        }
    });

    /// <summary>Reads a file to its end.</summary>
    public void Read(string path, Stream into) =>
        _link.Do($"send '{RemoteName.Shown(path)}'", () => Client.DownloadFile(path, into));

    /// <summary>Opens a file for being read forwards, while nobody else asks this session for anything.</summary>
    public Stream Opened(string path)
    {
        var what = $"send '{RemoteName.Shown(path)}'";
        return new SessionStream(
            _link.Do(what, () => Client.OpenRead(path)), read => _link.Do(what, read), _link.Leave);
    }

    /// <summary>Makes folders one below the other, as far as they are missing.</summary>
    /// <param name="above">The folder in which they are; empty = where who signs in begins.</param>
    /// <param name="below">Their names, with `/` between.</param>
    public void MakeFolders(string above, string below)
    {
        var path = above;
        foreach (var name in below.Split('/', StringSplitOptions.RemoveEmptyEntries))
        {
            path = RemoteName.Join(path, name);
            if (Find(path) is null)
            {
                var made = path;
                _link.Do($"make the folder '{RemoteName.Shown(made)}'", () => Client.CreateDirectory(made));
            }
        }
    }

    /// <summary>Makes a file anew, and returns how many bytes of it were written.</summary>
    public long Write(string path, Stream from)
    {
        // Each piece is answered before the next one goes: a disk that is full says so at once.
        var what = $"take '{RemoteName.Shown(path)}'";
        var file = _link.Do(what, () => Client.Open(path, FileMode.Create, FileAccess.Write));
        try
        {
            var (piece, written) = (new byte[PieceLength], 0L);
            for (var read = from.Read(piece, 0, piece.Length); read > 0; read = from.Read(piece, 0, piece.Length))
            {
                var length = read;
                _link.Do(what, () => file.Write(piece, 0, length));
                written += length;
            }

            _link.Do(what, () =>
            {
                file.Flush();
                file.Dispose();
            });
            return written;
        }
        finally
        {
            _link.Leave(file);
        }
    }

    /// <summary>Gives a file another name; one that has it already stays, unless it is replaced.</summary>
    public void Rename(string from, string to, bool replaces) => _link.Do($"rename to '{RemoteName.Shown(to)}'", () =>
    {
        if (!replaces)
        {
            Client.RenameFile(from, to);
            return;
        }

        try
        {
            Client.RenameFile(from, to, isPosix: true);
        }
        catch (NotSupportedException)
        {
            // A server without that word has no name for one moment, and never half a file.
            Client.DeleteFile(to);
            Client.RenameFile(from, to);
        }
    });

    /// <summary>Removes a file.</summary>
    public void Delete(string path) => _link.Do($"delete '{RemoteName.Shown(path)}'", () => Client.DeleteFile(path));

    public void Dispose() => _link.Dispose();

    private async Task<IReadOnlyList<RemoteFile>> ListAsync(
        string folder, string pattern, int filesMax, bool ignoreCase)
    {
        using var limit = _link.Limited(out var clock);
        var below = RemoteName.Join(Client.Get(folder).FullName, "x")[..^1];
        var (found, entries) = (new List<RemoteFile>(), 0);
        await foreach (var entry in Client.ListDirectoryAsync(folder, limit.Token))
        {
            clock.CancelAfter(_link.Timeout);
            if (++entries > TransferContract.EntriesMax)
            {
                throw Untaken($"{Name} has more than {TransferContract.EntriesMax} entries in '{folder}', which is too "
                    + "much to look through. Have what is done be moved to another folder there.");
            }

            // A name with a path in it would stand behind the folder as it was told.
            var name = entry.FullName.StartsWith(below, StringComparison.Ordinal)
                ? entry.FullName[below.Length..] : entry.FullName;
            if (name is not ("." or "..") && !entry.IsDirectory && FilePattern.Fits(pattern, name, ignoreCase))
            {
                found.Add(Told(entry, below + name) with { Name = name });
            }

            if (found.Count > filesMax)
            {
                throw Untaken($"More than {filesMax} files of '{folder}' fit '{pattern}', which is "
                    + "too much for one package. Take a narrower pattern.");
            }
        }

        return [.. found.OrderBy(file => file.Name, StringComparer.Ordinal)];
    }

    private static RemoteFile Told(ISftpFile file, string path) =>
        new(file.Name, path, file.Length, file.LastWriteTimeUtc, file.IsRegularFile);

    private static PackageRefusedException Untaken(string message) =>
        new("ORC3591", ErrorClass.Data, "list", message);
}
