using System.Diagnostics;

namespace Orchestrator.Tds;

/// <summary>
/// A server in a process of its own, with one table whose bulk loads it swallows as fast as they come: for measurements
/// that must not count the server's work as the client's.
/// </summary>
public sealed class ServerProcess : IDisposable
{
    private readonly Process _process;

    private ServerProcess(Process process, int port)
    {
        (_process, Port, ConnectionString) = (process, port, TdsServer.ConnectionTo(port));
    }

    /// <summary>The port on the loopback address.</summary>
    public int Port { get; }

    /// <summary>What a client needs to connect.</summary>
    public string ConnectionString { get; }

    /// <summary>Starts the process and waits until it listens.</summary>
    /// <exception cref="InvalidOperationException">It ended without listening.</exception>
    public static ServerProcess Start(string table, params string[] columns)
    {
        var (process, port) = Launch([table, .. columns]);
        return new(process, port);
    }

    /// <summary>Ends the process and waits until it has ended.</summary>
    public void Dispose() => End(_process);

    /// <summary>Starts this assembly, whose first line is the port on which it listens.</summary>
    internal static (Process Process, int Port) Launch(IEnumerable<string> arguments)
    {
        var host = Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) == "dotnet"
            ? path
            : "dotnet";
        var process = Process.Start(new ProcessStartInfo(
            host, ["exec", typeof(ServerProcess).Assembly.Location, .. arguments])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        return int.TryParse(process.StandardOutput.ReadLine(), out var port)
            ? (process, port)
            : throw new InvalidOperationException("the server's process ended before it listened");
    }

    internal static void End(Process process)
    {
        process.StandardInput.Close();
        process.WaitForExit();
        var code = process.ExitCode;
        process.Dispose();
        if (code != 0)
        {
            throw new InvalidOperationException($"the server's process ended with {code}; see its standard error");
        }
    }
}
