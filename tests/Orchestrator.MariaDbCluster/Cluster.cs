using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;

namespace Orchestrator.MariaDbCluster;

/// <summary>
/// A MariaDB server of one test assembly: its own data in a temporary folder, its own port on the loopback, gone
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

    /// <summary>Makes and starts a server; settings are options of mariadbd without their two dashes.</summary>
    /// <exception cref="InvalidOperationException">MariaDB is not installed, or does not start.</exception>
    public static Cluster Start(params string[] settings)
    {
        for (var start = 1; ; start++)
        {
            try
            {
                return StartOnce(settings);
            }
            catch (InvalidOperationException) when (start < StartsMax)
            {
                // Somebody else may have taken the port between finding it free and listening on it.
            }
        }
    }

    /// <summary>The connection string of a database.</summary>
    public string ConnectionString(string database = "mysql", string user = User, string? password = null) =>
        $"Server=127.0.0.1;Port={Port};Database={database};User ID={user};Password={password ?? Password}";

    /// <summary>Ends the server as a crash does, starts it again and waits until it takes connections.</summary>
    /// <exception cref="InvalidOperationException">It does not start again.</exception>
    public void Restart()
    {
        if (Tell("restart") is var answer && answer != "ready")
        {
            throw new InvalidOperationException($"MariaDB does not start again: {answer}");
        }
    }

    /// <summary>Kills the server, starts it again and waits until it listens.</summary>
    /// <exception cref="InvalidOperationException">It does not start again.</exception>
    public void Kill()
    {
        if (Tell("kill") is var answer && answer != "ready")
        {
            throw new InvalidOperationException($"MariaDB does not start again: {answer}");
        }
    }

    /// <summary>Ends one session; the others go on, as sessions are no processes of their own.</summary>
    /// <returns>Whether it was still there.</returns>
    public bool KillSession(long session) => Tell($"kill {session}") == "ready";

    /// <summary>Lets the server stand still: it refuses nothing and answers nothing.</summary>
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

    private static Cluster StartOnce(string[] settings)
    {
        var folder = Directory.CreateTempSubdirectory("orchestrator-mariadb-").FullName;
        var password = Convert.ToHexString(RandomNumberGenerator.GetBytes(16));
        var port = FreePort();
        var start = new ProcessStartInfo("/bin/bash")
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        start.ArgumentList.Add(Path.Combine(AppContext.BaseDirectory, "mariadb-cluster.sh"));
        start.ArgumentList.Add(folder);
        start.ArgumentList.Add(port.ToString());
        foreach (var setting in settings)
        {
            start.ArgumentList.Add(setting);
        }

        var process = Process.Start(start) ?? throw new InvalidOperationException("bash does not start");
        process.StandardInput.WriteLine(password);
        process.StandardInput.Flush();
        var answer = process.StandardOutput.ReadLine();
        if (answer == "ready")
        {
            return new Cluster(process, port, password, folder);
        }

        var rest = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        throw new InvalidOperationException($"MariaDB does not start: {answer}\n{rest}");
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
