namespace Orchestrator.SftpCluster;

/// <summary>
/// OpenSSH's sftp server with a folder of its own on a port of the loopback, gone when it is disposed or when the
/// process that made it ends, however it ends. Who runs the tests signs in.
/// </summary>
public sealed class SftpServer : IDisposable
{
    private readonly ClusterProcess _process;

    private SftpServer(ClusterProcess process) => _process = process;

    /// <summary>Who signs in.</summary>
    public static string User => Environment.UserName;

    /// <summary>The port on 127.0.0.1.</summary>
    public int Port => _process.Port;

    /// <summary>The folder in which who signs in begins.</summary>
    public string Files => Path.Combine(_process.Folder, "files");

    /// <summary>The private key of who signs in.</summary>
    public string KeyFile => Path.Combine(_process.Folder, "key");

    /// <summary>Another one, which <see cref="Passphrase"/> opens.</summary>
    public string LockedKeyFile => Path.Combine(_process.Folder, "locked");

    /// <summary>What opens the second key.</summary>
    public static string Passphrase => "open it";

    /// <summary>The fingerprint of its host key.</summary>
    public string HostKey => File.ReadAllText(Path.Combine(_process.Folder, "fingerprint")).Trim();

    /// <summary>Makes and starts a server.</summary>
    /// <exception cref="InvalidOperationException">It is not installed, or does not start.</exception>
    public static SftpServer Start() => new(ClusterProcess.Start("SFTP", "sftp-cluster.sh", password => password, []));

    /// <summary>Writes a file there.</summary>
    public void Write(string file, string text)
    {
        var path = Path.Combine(Files, file);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }

    /// <summary>Gives it another host key.</summary>
    public void Rekey() => _process.TellToStart("rekey");

    /// <summary>Ends it; nobody listens any more.</summary>
    public void Stop() => _process.Tell("stop");

    /// <summary>Starts it again, with all of its disk.</summary>
    public void StartAgain() => _process.TellToStart("start");

    /// <summary>Starts it again with a disk on which no file grows over 1 MB.</summary>
    public void Narrow() => _process.TellToStart("narrow");

    /// <summary>Ends its sessions in the middle of what they do.</summary>
    public void Cut() => _process.Tell("cut");

    /// <inheritdoc/>
    public void Dispose() => _process.Dispose();
}
