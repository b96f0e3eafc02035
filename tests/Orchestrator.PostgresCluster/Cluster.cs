using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;

namespace Orchestrator.PostgresCluster;

/// <summary>
/// A PostgreSQL server of one test assembly: its own data in a temporary folder, its own port on the loopback, gone
/// when it is disposed or when the process that made it ends, however it ends.
/// </summary>
public sealed class Cluster : IDisposable
{
    /// <summary>The superuser.</summary>
    public const string User = "orchestrator";

    private const int StartsMax = 3;

    private readonly Process _process;

    private Cluster(Process process, int port, string password, string folder)
    {
        _process = process;
        Port = port;
        Password = password;
        Folder = folder;
    }

    /// <summary>The port on 127.0.0.1.</summary>
    public int Port { get; }

    /// <summary>Password of the superuser.</summary>
    public string Password { get; }

    /// <summary>Where data and log are.</summary>
    public string Folder { get; }

    /// <summary>Makes and starts a server; settings are as in postgresql.conf.</summary>
    /// <exception cref="InvalidOperationException">PostgreSQL is not installed, or does not start.</exception>
    public static Cluster Start(params string[] settings) => Start(password => password, settings);

    /// <summary>The same.</summary>
    /// <param name="kept">What the server is given for a password, which it would else make itself.</param>
    /// <param name="settings">Settings as in postgresql.conf.</param>
    internal static Cluster Start(Func<string, string> kept, params string[] settings)
    {
        for (var start = 1; ; start++)
        {
            try
            {
                return StartOnce(kept, settings);
            }
            catch (InvalidOperationException) when (start < StartsMax)
            {
                // Somebody else may have taken the port between finding it free and listening on it.
            }
        }
    }

    /// <summary>The connection string of a database.</summary>
    public string ConnectionString(string database = "postgres", string user = User, string? password = null) =>
        $"Host=127.0.0.1;Port={Port};Database={database};Username={user};Password={password ?? Password}";

    /// <summary>Ends the server as a crash does, starts it again and waits until it takes connections.</summary>
    /// <exception cref="InvalidOperationException">It does not start again.</exception>
    public void Restart()
    {
        if (Tell("restart") is var answer && answer != "ready")
        {
            throw new InvalidOperationException($"PostgreSQL does not start again: {answer}");
        }
    }

    /// <summary>Kills the server with all its processes, starts it again and waits until it listens.</summary>
    /// <exception cref="InvalidOperationException">It does not start again.</exception>
    public void Kill()
    {
        if (Tell("kill") is var answer && answer != "ready")
        {
            throw new InvalidOperationException($"PostgreSQL does not start again: {answer}");
        }
    }

    /// <summary>
    /// Kills the process of one session; the server ends all others and recovers, and does not count as restarted.
    /// </summary>
    /// <returns>Whether it was still there.</returns>
    public bool KillSession(int process) => Tell($"kill {process}") == "ready";

    /// <summary>Lets a process of the server stand still until it is killed, by a restart at the latest.</summary>
    /// <exception cref="InvalidOperationException">There is no such process.</exception>
    public void Halt(int process)
    {
        if (Tell($"halt {process}") != "ready")
        {
            throw new InvalidOperationException($"no process {process} could be halted");
        }
    }

    /// <summary>Lets the server stand still with all its processes: it refuses nothing and answers nothing.</summary>
    public void Pause() => Tell("pause");

    /// <summary>Lets it go on.</summary>
    public void Resume() => Tell("resume");

    /// <summary>Ends the server as a crash does; nobody listens any more.</summary>
    public void Stop() => Tell("stop");

    /// <summary>Starts it again behind <see cref="Stop"/>, and waits until it takes connections.</summary>
    public void StartAgain() => Tell("start");

    /// <summary>Waits for the end of a restart that another thread began.</summary>
    public void AwaitStart()
    {
        lock (_process)
        {
        }
    }

    /// <summary>Limits how long the files of sessions that begin later can become: bytes, or `unlimited`.</summary>
    /// <returns>Whether that is possible here.</returns>
    public bool LimitFiles(string bytes) => Tell($"limit {bytes}") == "ready";

    /// <inheritdoc/>
    public void Dispose()
    {
        _process.StandardInput.Close();
        _process.WaitForExit();
        _process.Dispose();
    }

    private string? Tell(string order)
    {
        lock (_process)
        {
            _process.StandardInput.WriteLine(order);
            _process.StandardInput.Flush();
            return _process.StandardOutput.ReadLine();
        }
    }

    private static Cluster StartOnce(Func<string, string> kept, string[] settings)
    {
        var folder = Directory.CreateTempSubdirectory("orchestrator-postgres-").FullName;
        var password = Convert.ToHexString(RandomNumberGenerator.GetBytes(16));
        var port = FreePort();
        var start = new ProcessStartInfo("/bin/bash")
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        start.ArgumentList.Add(Path.Combine(AppContext.BaseDirectory, "cluster.sh"));
        start.ArgumentList.Add(folder);
        start.ArgumentList.Add(port.ToString());
        foreach (var setting in settings)
        {
            start.ArgumentList.Add(setting);
        }

        var process = Process.Start(start) ?? throw new InvalidOperationException("bash does not start");
        process.StandardInput.WriteLine(kept(password));
        process.StandardInput.Flush();
        var answer = process.StandardOutput.ReadLine();
        if (answer == "ready")
        {
            return new Cluster(process, port, password, folder);
        }

        var rest = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        throw new InvalidOperationException($"PostgreSQL does not start: {answer}\n{rest}");
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
