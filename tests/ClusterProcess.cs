using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;

/// <summary>
/// A database server that a script runs in a temporary folder, on a port of its own on the loopback, until its standard
/// input ends: the server is gone when the process that started it ends, however it ends. Lines on it are orders.
/// </summary>
internal sealed class ClusterProcess : IDisposable
{
    private const int StartsMax = 3;
    private const string Ready = "ready";

    private readonly Process _process;
    private readonly string _name;

    private ClusterProcess(Process process, string name, int port, string password, string folder)
    {
        (_process, _name) = (process, name);
        (Port, Password, Folder) = (port, password, folder);
    }

    /// <summary>The port on 127.0.0.1.</summary>
    public int Port { get; }

    /// <summary>Password of the superuser.</summary>
    public string Password { get; }

    /// <summary>Where data and log are.</summary>
    public string Folder { get; }

    /// <summary>Makes and starts a server.</summary>
    /// <param name="name">What people call it.</param>
    /// <param name="script">The script, beside the tests.</param>
    /// <param name="kept">What the server is given for a password.</param>
    /// <param name="settings">Settings, as the script takes them.</param>
    /// <exception cref="InvalidOperationException">It is not installed, or does not start.</exception>
    public static ClusterProcess Start(
        string name, string script, Func<string, string> kept, IEnumerable<string> settings)
    {
        for (var start = 1; ; start++)
        {
            try
            {
                return StartOnce(name, script, kept, settings);
            }
            catch (InvalidOperationException) when (start < StartsMax)
            {
                // Somebody else may have taken the port between finding it free and listening on it.
            }
        }
    }

    /// <summary>Gives an order.</summary>
    /// <returns>Whether it was carried out.</returns>
    public bool Tell(string order) => Ask(order) == Ready;

    /// <summary>Gives an order behind which the server listens again.</summary>
    /// <exception cref="InvalidOperationException">It does not.</exception>
    public void TellToStart(string order)
    {
        if (Ask(order) is var answer && answer != Ready)
        {
            throw new InvalidOperationException($"{_name} does not start again: {answer}");
        }
    }

    /// <summary>Waits for the end of an order that another thread gave.</summary>
    public void AwaitOrder()
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

    private string? Ask(string order)
    {
        lock (_process)
        {
            _process.StandardInput.WriteLine(order);
            _process.StandardInput.Flush();
            return _process.StandardOutput.ReadLine();
        }
    }

    private static ClusterProcess StartOnce(
        string name, string script, Func<string, string> kept, IEnumerable<string> settings)
    {
        var folder = Directory.CreateTempSubdirectory($"orchestrator-{name.ToLowerInvariant()}-").FullName;
        var password = Convert.ToHexString(RandomNumberGenerator.GetBytes(16));
        var port = FreePort();
        var start = new ProcessStartInfo(
            "/bin/bash", [Path.Combine(AppContext.BaseDirectory, script), folder, $"{port}", .. settings])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        var process = Process.Start(start) ?? throw new InvalidOperationException("bash does not start");
        process.StandardInput.WriteLine(kept(password));
        process.StandardInput.Flush();
        var answer = process.StandardOutput.ReadLine();
        if (answer == Ready)
        {
            return new ClusterProcess(process, name, port, password, folder);
        }

        var rest = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        throw new InvalidOperationException($"{name} does not start: {answer}\n{rest}");
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
