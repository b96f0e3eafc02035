using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;
using Renci.SshNet;
using Renci.SshNet.Common;
using Renci.SshNet.Sftp;

namespace Orchestrator.Packages.Transfer;

/// <summary>
/// An open session on a file server that has shown the key that is expected of it. Who cancels closes it, so that
/// nothing waits for an answer any more.
/// </summary>
internal sealed class FileSession : IDisposable
{
    private const int PieceLength = 32 << 10;

    private readonly FileServer _server;
    private readonly SftpClient _client;
    private readonly TimeProvider _time;
    private readonly CancellationToken _cancellation;
    private readonly CancellationTokenRegistration _closing;
    private string? _shown;

    private FileSession(
        FileServer server, ConnectionInfo signIn, TimeProvider time, CancellationToken cancellation)
    {
        (_server, _time, _cancellation) = (server, time, cancellation);
        Name = $"The file server '{server.Name}' ({signIn.Host}:{signIn.Port})";
        _client = new SftpClient(signIn) { OperationTimeout = server.Timeout };
        _client.HostKeyReceived += (_, key) =>
        {
            _shown = $"SHA256:{key.FingerPrintSHA256.TrimEnd('=')}";
            key.CanTrust = _shown == server.HostKey;
        };
        // Who cancels has other things to do than to wait for a goodbye.
        _closing = cancellation.Register(() => ThreadPool.QueueUserWorkItem(_ => Close()));
    }

    /// <summary>How people know it, at the begin of a sentence.</summary>
    public string Name { get; }

    /// <summary>Connects, looks at the key of the server, and signs in.</summary>
    /// <exception cref="PackageRefusedException">One of these does not succeed.</exception>
    public static FileSession Open(
        FileServer server, ConnectionInfo signIn, TimeProvider time, CancellationToken cancellation)
    {
        var session = new FileSession(server, signIn, time, cancellation);
        try
        {
            session.Do("let itself be connected to", () =>
            {
                using var limit = session.Limited(out _);
                session._client.ConnectAsync(limit.Token).GetAwaiter().GetResult();
            });
            return session;
        }
        catch
        {
            session.Dispose();
            throw;
        }
    }

    /// <summary>All that is in a folder and that a pattern stands for, in ordinal order; links are not followed.
    /// </summary>
    /// <param name="folder">The folder.</param>
    /// <param name="pattern">The pattern, without a folder.</param>
    /// <param name="filesMax">More than so many are refused.</param>
    public IReadOnlyList<RemoteFile> List(
        string folder, string pattern, int filesMax = TransferContract.FilesMax) => Do($"list '{folder}'",
            () => ListAsync(folder, pattern, filesMax).GetAwaiter().GetResult());

    /// <summary>What is at a path, links not followed; null = nothing.</summary>
    public RemoteFile? Find(string path) => Do<RemoteFile?>($"find '{RemoteName.Shown(path)}'", () =>
    {
        try
        {
            // What is asked for by its path is told of where a link leads to.
            var (there, slash) = (_client.Get(path), path.LastIndexOf('/'));
            var folder = _client.Get(slash < 0 ? "." : path[..Math.Max(slash, 1)]).FullName;
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
        Do($"send '{RemoteName.Shown(path)}'", () => _client.DownloadFile(path, into));

    /// <summary>Opens a file for being read forwards, while nobody else asks this session for anything.</summary>
    public Stream Opened(string path)
    {
        var what = $"send '{RemoteName.Shown(path)}'";
        return new SessionStream(Do(what, () => _client.OpenRead(path)), read => Do(what, read));
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
                Do($"make the folder '{RemoteName.Shown(made)}'", () => _client.CreateDirectory(made));
            }
        }
    }

    /// <summary>Makes a file anew, and returns how many bytes of it were written.</summary>
    public long Write(string path, Stream from) => Do($"take '{RemoteName.Shown(path)}'", () =>
    {
        // Each piece is answered before the next one goes: a disk that is full says so at once.
        using var file = _client.Open(path, FileMode.Create, FileAccess.Write);
        var (piece, written) = (new byte[PieceLength], 0L);
        for (var read = from.Read(piece, 0, piece.Length); read > 0; read = from.Read(piece, 0, piece.Length))
        {
            _cancellation.ThrowIfCancellationRequested();
            file.Write(piece, 0, read);
            written += read;
        }

        file.Flush();
        return written;
    });

    /// <summary>Gives a file another name; one that has it already stays, unless it is replaced.</summary>
    public void Rename(string from, string to, bool replaces) => Do($"rename to '{RemoteName.Shown(to)}'", () =>
    {
        if (!replaces)
        {
            _client.RenameFile(from, to);
            return;
        }

        try
        {
            _client.RenameFile(from, to, isPosix: true);
        }
        catch (NotSupportedException)
        {
            // A server without that word has no name for one moment, and never half a file.
            _client.DeleteFile(to);
            _client.RenameFile(from, to);
        }
    });

    /// <summary>Removes a file.</summary>
    public void Delete(string path) => Do($"delete '{RemoteName.Shown(path)}'", () => _client.DeleteFile(path));

    public void Dispose()
    {
        _closing.Dispose();
        Close();
    }

    private async Task<IReadOnlyList<RemoteFile>> ListAsync(string folder, string pattern, int filesMax)
    {
        using var limit = Limited(out var clock);
        var below = RemoteName.Join(_client.Get(folder).FullName, "x")[..^1];
        var (found, entries) = (new List<RemoteFile>(), 0);
        await foreach (var entry in _client.ListDirectoryAsync(folder, limit.Token))
        {
            clock.CancelAfter(_server.Timeout);
            if (++entries > TransferContract.EntriesMax)
            {
                throw Untaken($"{Name} has more than {TransferContract.EntriesMax} entries in '{folder}', which is too "
                    + "much to look through. Have what is done be moved to another folder there.");
            }

            // A name with a path in it would stand behind the folder as it was told.
            var name = entry.FullName.StartsWith(below, StringComparison.Ordinal)
                ? entry.FullName[below.Length..] : entry.FullName;
            if (name is not ("." or "..") && !entry.IsDirectory && FilePattern.Fits(pattern, name))
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

    private CancellationTokenSource Limited(out CancellationTokenSource clock)
    {
        // Nobody waits for it once what it limits has ended.
        clock = new CancellationTokenSource(_server.Timeout, _time);
        return CancellationTokenSource.CreateLinkedTokenSource(_cancellation, clock.Token);
    }

    private void Do(string what, Action step) => Do(what, () =>
    {
        step();
        return true;
    });

    private T Do<T>(string what, Func<T> step)
    {
        try
        {
            _cancellation.ThrowIfCancellationRequested();
            return step();
        }
        // Who is cancelled in the middle finds the session closed.
        catch (Exception fault) when (FileServerFaults.IsOne(fault) || fault is OperationCanceledException
            || _cancellation.IsCancellationRequested)
        {
            _cancellation.ThrowIfCancellationRequested();
            throw _shown is { } shown && shown != _server.HostKey ? Stranger(shown)
                : FileServerFaults.Of(
                    fault is OperationCanceledException ? new TimeoutException("it took too long") : fault, Name, what);
        }
    }

    private PackageRefusedException Stranger(string shown) => new("ORC3585", ErrorClass.Config, "open",
        $"{Name} shows the host key {shown}, and {_server.HostKey} is expected. Nobody has signed in, and nothing was "
        + "sent. Somebody may be in between. Ask who runs the server whether its key is a new one, by another way "
        + "than this; only then write it as `hostKey`.");

    private void Close()
    {
        try
        {
            _client.Dispose();
        }
        catch (Exception over) when (FileServerFaults.IsOne(over) || over is InvalidOperationException or IOException)
        {
            // It is over in any case.
        }
    }
}
