using System.Diagnostics;

namespace Orchestrator.Ledger.Tests;

/// <summary>This assembly as a process of its own.</summary>
internal sealed class SecondProcess : IDisposable
{
    private readonly Process _process;

    private SecondProcess(Process process) => _process = process;

    public int Id => _process.Id;

    public static SecondProcess Start(params string[] args)
    {
        var host = Environment.ProcessPath is { } path && path.EndsWith("dotnet") ? path : "dotnet";
        var start = new ProcessStartInfo(host)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        start.ArgumentList.Add(typeof(SecondProcess).Assembly.Location);
        foreach (var arg in args)
        {
            start.ArgumentList.Add(arg);
        }

        return new SecondProcess(Process.Start(start)!);
    }

    public string? ReadLine() => _process.StandardOutput.ReadLine();

    public string[] ReadToEnd() =>
        _process.StandardOutput.ReadToEnd().Split(['\r', '\n'], StringSplitOptions.RemoveEmptyEntries);

    /// <summary>Whether it has ended, or does so in a moment.</summary>
    public bool HasEnded => _process.WaitForExit(TimeSpan.FromMilliseconds(500));

    /// <summary>Whether it ends, however slow the machine is.</summary>
    public bool Ends => _process.WaitForExit(TimeSpan.FromMinutes(5));

    public void Send(string signal)
    {
        using var kill = Process.Start("kill", ["-" + signal, $"{_process.Id}"]);
        kill.WaitForExit();
    }

    public void Kill()
    {
        _process.Kill();
        _process.WaitForExit();
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            Kill();
        }

        _process.Dispose();
    }
}
