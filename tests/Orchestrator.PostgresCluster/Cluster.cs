namespace Orchestrator.PostgresCluster;

/// <summary>
/// A PostgreSQL server of one test assembly: its own data in a temporary folder, its own port on the loopback, gone
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

    /// <summary>Makes and starts a server; settings are as in postgresql.conf.</summary>
    /// <exception cref="InvalidOperationException">PostgreSQL is not installed, or does not start.</exception>
    public static Cluster Start(params string[] settings) => Start(password => password, settings);

    /// <summary>The same.</summary>
    /// <param name="kept">What the server is given for a password, which it would else make itself.</param>
    /// <param name="settings">Settings as in postgresql.conf.</param>
    internal static Cluster Start(Func<string, string> kept, params string[] settings) =>
        new(ClusterProcess.Start("PostgreSQL", "cluster.sh", kept, settings));

    /// <summary>The connection string of a database.</summary>
    public string ConnectionString(string database = "postgres", string user = User, string? password = null) =>
        $"Host=127.0.0.1;Port={Port};Database={database};Username={user};Password={password ?? Password}";

    /// <summary>Ends the server as a crash does, starts it again and waits until it takes connections.</summary>
    /// <exception cref="InvalidOperationException">It does not start again.</exception>
    public void Restart() => _process.TellToStart("restart");

    /// <summary>Kills the server with all its processes, starts it again and waits until it listens.</summary>
    /// <exception cref="InvalidOperationException">It does not start again.</exception>
    public void Kill() => _process.TellToStart("kill");

    /// <summary>
    /// Kills the process of one session; the server ends all others and recovers, and does not count as restarted.
    /// </summary>
    /// <returns>Whether it was still there.</returns>
    public bool KillSession(int process) => _process.Tell($"kill {process}");

    /// <summary>Lets a process of the server stand still until it is killed, by a restart at the latest.</summary>
    /// <exception cref="InvalidOperationException">There is no such process.</exception>
    public void Halt(int process) => Must($"halt {process}");

    /// <summary>Lets a process go on that stands still.</summary>
    /// <exception cref="InvalidOperationException">There is no such process.</exception>
    public void Wake(int process) => Must($"wake {process}");

    /// <summary>Lets the server stand still with all its processes: it refuses nothing and answers nothing.</summary>
    public void Pause() => _process.Tell("pause");

    /// <summary>Lets it go on.</summary>
    public void Resume() => _process.Tell("resume");

    /// <summary>Ends the server as a crash does; nobody listens any more.</summary>
    public void Stop() => _process.Tell("stop");

    /// <summary>Starts it again behind <see cref="Stop"/>, and waits until it takes connections.</summary>
    public void StartAgain() => _process.Tell("start");

    /// <summary>Waits for the end of a restart that another thread began.</summary>
    public void AwaitStart() => _process.AwaitOrder();

    /// <summary>Limits how long the files of sessions that begin later can become: bytes, or `unlimited`.</summary>
    /// <returns>Whether that is possible here.</returns>
    public bool LimitFiles(string bytes) => _process.Tell($"limit {bytes}");

    /// <inheritdoc/>
    public void Dispose() => _process.Dispose();

    private void Must(string order)
    {
        if (!_process.Tell(order))
        {
            throw new InvalidOperationException($"could not {order}: there is no such process");
        }
    }
}
