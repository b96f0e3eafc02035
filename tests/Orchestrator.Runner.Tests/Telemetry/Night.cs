using System.Diagnostics;
using Orchestrator.Cli;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Tests;
using Orchestrator.Ledger;

namespace Orchestrator.Runner.Tests.Telemetry;

/// <summary>The sample's night, run by the built command in a process of its own, with its ledger.</summary>
internal sealed class Night : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("night");

    /// <summary>Full path of the solution's folder.</summary>
    public string Folder => Path.Combine(_folder.FullName, "demo");

    public int ExitCode { get; private set; }

    public string Said { get; private set; } = "";

    public TimeSpan Took { get; private set; }

    /// <summary>What the ledger knows of the newest run.</summary>
    public RunFacts Facts
    {
        get
        {
            using var reader = LedgerReader.Open(LedgerLocation.OfSolution(Folder), TimeProvider.System)!;
            return reader.Facts(reader.Runs().Max(run => run.Number));
        }
    }

    /// <summary>Runs `demo`.</summary>
    public static Night OfSample(params (string Name, string Value)[] variables)
    {
        var night = new Night();
        night.Run(night._folder.FullName, variables, "demo", "demo");
        return night;
    }

    /// <summary>Runs a few packages, with further objects beside them: file below the project and its text.</summary>
    public static Night OfFew((string Name, string Value)[] variables, params (string Name, string Yaml)[] objects)
    {
        var night = new Night();
        CommandLine.Invoke(["init", "demo"], new Host
        {
            Out = TextWriter.Null,
            Error = TextWriter.Null,
            Folder = night._folder.FullName,
            Variables = new Dictionary<string, string>(),
        });
        foreach (var (name, yaml) in objects)
        {
            var file = Path.Combine(night.Folder, "projects", "Staging", "objects", name + ".yaml");
            File.WriteAllText(file, $"object: {name}\n{yaml}");
        }

        night.Run(variables, "run");
        return night;
    }

    /// <summary>Runs a verb in the solution.</summary>
    public void Run((string Name, string Value)[] variables, params string[] arguments) =>
        Run(Folder, variables, arguments);

    public void Dispose() => _folder.Delete(recursive: true);

    /// <summary>Starts a service of the solution, and waits until it is at work; <see cref="Stop"/> ends it.</summary>
    public Process Serve(params (string Name, string Value)[] variables)
    {
        var start = Start(Folder, variables, "serve", "--listen", "127.0.0.1:0");
        var begun = new ManualResetEventSlim();
        var service = new Process { StartInfo = start };
        service.ErrorDataReceived += (_, line) =>
        {
            if (line.Data is null || line.Data.Contains("in force: ", StringComparison.Ordinal))
            {
                begun.Set();
            }
        };
        service.Start();
        service.BeginOutputReadLine();
        service.BeginErrorReadLine();
        Assert.That(begun.Wait(TimeSpan.FromMinutes(5)), Is.True, "the service did not begin");
        return service;
    }

    /// <summary>Asks a process to stop, as a service manager does, and waits until it has.</summary>
    public static void Stop(Process service)
    {
        using var kill = Process.Start("kill", ["-TERM", $"{service.Id}"]);
        if (!service.WaitForExit(TimeSpan.FromMinutes(5)))
        {
            service.Kill(entireProcessTree: true);
            Assert.Fail("the service did not stop");
        }
    }

    private static ProcessStartInfo Start(
        string folder, (string Name, string Value)[] variables, params string[] arguments)
    {
        var start = new ProcessStartInfo("dotnet", [RunningCommand.Command, .. arguments])
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (var name in start.Environment.Keys.Where(name => name.StartsWith("OTEL_", StringComparison.Ordinal)))
        {
            start.Environment.Remove(name);
        }

        foreach (var (name, value) in variables)
        {
            start.Environment[name] = value;
        }

        return start;
    }

    private void Run(string folder, (string Name, string Value)[] variables, params string[] arguments)
    {
        var watch = Stopwatch.StartNew();
        using var process = Process.Start(Start(folder, variables, arguments))!;
        var said = process.StandardError.ReadToEndAsync();
        Said = process.StandardOutput.ReadToEnd() + said.GetAwaiter().GetResult();
        process.WaitForExit();
        (ExitCode, Took) = (process.ExitCode, watch.Elapsed);
    }
}
