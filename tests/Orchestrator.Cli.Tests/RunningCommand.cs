using System.Diagnostics;
using System.Globalization;

namespace Orchestrator.Cli.Tests;

/// <summary>The built command as a process of its own, which can be sent signals.</summary>
internal sealed class RunningCommand : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);
    private readonly object _lock = new();
    private readonly List<string> _said = [];
    private readonly Process _process;
    private int _streamsEnded;

    public RunningCommand(string folder, params string[] arguments)
        : this(folder, new Dictionary<string, string>(), arguments)
    {
    }

    // A shell that starts the tests in the background has them ignore SIGINT, and a child inherits that.
    public RunningCommand(
        string folder, IReadOnlyDictionary<string, string> variables, params string[] arguments)
    {
        _process = Process.Start(new ProcessStartInfo("env",
            ["--default-signal=INT,TERM", .. variables.Select(one => $"{one.Key}={one.Value}"), "dotnet",
                Command, .. arguments])
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        _process.OutputDataReceived += (_, line) => Hear(line.Data);
        _process.ErrorDataReceived += (_, line) => Hear(line.Data);
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
    }

    /// <summary>
    /// What is started: the full path in ORCHESTRATOR_TEST_COMMAND, else what was built with the tests, where it was
    /// compiled ahead: of what stands beside the tests each process would compile most anew.
    /// </summary>
    public static string Command { get; } =
        Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_COMMAND") is { Length: > 0 } other
            ? other
            : Path.Combine(BuiltFolder, "orchestrator.dll");

    private static string BuiltFolder => Path.GetFullPath(Path.Combine(
        AppContext.BaseDirectory, "..", "..", "Orchestrator.Cli",
        Path.GetFileName(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory))));

    /// <summary>Its number.</summary>
    public int Id => _process.Id;

    /// <summary>All that it has said so far, on stdout and stderr.</summary>
    public string Said
    {
        get
        {
            lock (_lock)
            {
                return string.Join('\n', _said);
            }
        }
    }

    /// <summary>Skips a test where its signals cannot be sent.</summary>
    public static void OnLinuxOnly()
    {
        if (!OperatingSystem.IsLinux())
        {
            Assert.Ignore("the signals are sent and reset by Linux's kill and env");
        }
    }

    /// <summary>Waits until it has said a line with that text.</summary>
    public void AwaitLine(string text)
    {
        lock (_lock)
        {
            while (!_said.Exists(line => line.Contains(text, StringComparison.Ordinal)))
            {
                Assert.That(_streamsEnded < 2 && Monitor.Wait(_lock, Patience), Is.True,
                    $"nobody said '{text}': {Said}");
            }
        }
    }

    /// <summary>Waits so long; false = it has not ended.</summary>
    public bool HasEndedWithin(TimeSpan time) => _process.WaitForExit(time);

    public void Send(string signal)
    {
        using var kill = Process.Start("kill", ["-" + signal, _process.Id.ToString(CultureInfo.InvariantCulture)]);
        kill.WaitForExit();
    }

    /// <summary>Its exit code, once it has ended.</summary>
    public int ExitCode()
    {
        if (!_process.WaitForExit(Patience))
        {
            _process.Kill(entireProcessTree: true);
            Assert.Fail($"it went on for {Patience}: {Said}");
        }

        _process.WaitForExit();
        return _process.ExitCode;
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
        }

        _process.Dispose();
    }

    private void Hear(string? line)
    {
        lock (_lock)
        {
            // A null says that the stream has ended.
            _streamsEnded += line is null ? 1 : 0;
            _said.Add(line ?? "");
            Monitor.PulseAll(_lock);
        }
    }
}
