namespace Orchestrator.MariaDbCluster;

/// <summary>
/// A MariaDB server of one test assembly: its own data in a temporary folder, its own port on the loopback, gone
/// when it is disposed or when the process that made it ends, however it ends.
/// </summary>
public sealed class Cluster : IDisposable
{
    /// <summary>The superuser.</summary>
    public const string User = "orchestrator";

    private readonly ClusterProcess _process;

    private Cluster(ClusterProcess process) => _process = process;

    /// <summary>The port on 127.0.0.1.</summary>
    public int Port => _process.Port;

    /// <summary>Password of the superuser.</summary>
    public string Password => _process.Password;

    /// <summary>Where data and log are.</summary>
    public string Folder => _process.Folder;

    /// <summary>Makes and starts a server; settings are options of mariadbd without their two dashes.</summary>
    /// <exception cref="InvalidOperationException">MariaDB is not installed, or does not start.</exception>
    public static Cluster Start(params string[] settings) =>
        new(ClusterProcess.Start("MariaDB", "mariadb-cluster.sh", password => password, settings));

    /// <summary>The connection string of a database.</summary>
    public string ConnectionString(string database = "mysql", string user = User, string? password = null) =>
        $"Server=127.0.0.1;Port={Port};Database={database};User ID={user};Password={password ?? Password}";

    /// <summary>Ends the server as a crash does, starts it again and waits until it takes connections.</summary>
    /// <exception cref="InvalidOperationException">It does not start again.</exception>
    public void Restart() => _process.TellToStart("restart");

    /// <summary>Kills the server, starts it again and waits until it listens.</summary>
    /// <exception cref="InvalidOperationException">It does not start again.</exception>
    public void Kill() => _process.TellToStart("kill");

    /// <summary>Ends one session; the others go on, as sessions are no processes of their own.</summary>
    /// <returns>Whether it was still there.</returns>
    public bool KillSession(long session) => _process.Tell($"kill {session}");

    /// <summary>Lets the server stand still: it refuses nothing and answers nothing.</summary>
    public void Pause() => _process.Tell("pause");

    /// <summary>Lets it go on.</summary>
    public void Resume() => _process.Tell("resume");

    /// <summary>Ends the server as a crash does; nobody listens any more.</summary>
    public void Stop() => _process.Tell("stop");

    /// <summary>Starts it again behind <see cref="Stop"/>, and waits until it takes connections.</summary>
    public void StartAgain() => _process.Tell("start");

    /// <summary>Waits for the end of a restart that another thread began.</summary>
    public void AwaitStart() => _process.AwaitOrder();

    /// <inheritdoc/>
    public void Dispose() => _process.Dispose();
}
