using System.Diagnostics;
using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Runner;

namespace Orchestrator.Benchmarks;

/// <summary>
/// What the run itself costs: 600 packages that do nothing, from the first Ready to the last end that is on disk,
/// beside what this disk needs for one flush.
/// </summary>
internal static class EmptyPackages
{
    private const int Packages = 600;
    private const int Rounds = 9;
    private const double GoalMs = 0.4;

    public static int Run()
    {
        Console.WriteLine($"{Packages} packages that do nothing, {Rounds} rounds, {Environment.ProcessorCount} "
            + "processors, ledger synchronous=FULL");
        Console.WriteLine("| gate | ms per package, median (min to max) | commits per package | raw flush, ms |");
        Console.WriteLine("|---:|---:|---:|---:|");
        Measure(-1);
        var goalMet = true;
        foreach (var gate in (int[])[-1, 16])
        {
            List<double> rounds = [], commits = [], flushes = [];
            for (var round = 0; round < Rounds; round++)
            {
                flushes.Add(RawFlushMs());
                var (each, perPackage) = Measure(gate);
                rounds.Add(each);
                commits.Add(perPackage);
            }

            goalMet &= Median(rounds) <= GoalMs && commits.Max() <= 1;
            Console.WriteLine($"| {(gate < 0 ? $"-1 = {Environment.ProcessorCount + 2}" : gate)} | "
                + $"{Median(rounds):F3} ({rounds.Min():F3} to {rounds.Max():F3}) | {commits.Max():F2} | "
                + $"{Median(flushes):F3} |");
        }

        Console.WriteLine(goalMet ? $"goal met: at most {GoalMs} ms and one commit each" : "GOAL MISSED");
        return goalMet ? 0 : 1;
    }

    private static (double MsPerPackage, double CommitsPerPackage) Measure(int gate)
    {
        var folder = Directory.CreateTempSubdirectory("orchestrator-empty-");
        try
        {
            var watch = new Span();
            var outcome = (RunEnded)RunHost.Run(Request(folder.FullName, gate) with { Observer = watch.See });
            return outcome.Summary.Succeeded == Packages
                ? (watch.Length.TotalMilliseconds / Packages, (double)outcome.Summary.LedgerCommits / Packages)
                : throw new InvalidOperationException($"only {outcome.Summary.Succeeded} succeeded");
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static RunRequest Request(string folder, int gate)
    {
        var solution = new Solution
        {
            Name = "Empty",
            Folder = folder,
            Connections = [new Connection { Name = "Db", Platform = Platform.Sqlite }],
            Batches = [new Batch { Name = "Nightly", Projects = [new BatchProject("P", null, default)] }],
            Projects =
            [
                new Project
                {
                    Name = "P",
                    Target = "Db",
                    Containers = [new Container { Name = "C", IsDefault = true }],
                    Objects = [.. Enumerable.Range(1, Packages).Select(Empty)],
                },
            ],
            Files = [],
        };
        var compiled = Compiler.Compile(solution, "Nightly", (_, _) => []);
        return new RunRequest
        {
            Solution = solution,
            Plan = compiled.Plan!,
            Document = compiled.Document!,
            Kinds = new Dictionary<string, IPackageKind> { ["load"] = new EmptyKind() },
            MaxConcurrency = gate,
        };
    }

    private static ObjectDefinition Empty(int number) => new()
    {
        Name = $"table{number}",
        Project = "P",
        Kind = "load",
        Container = "C",
        Target = new ObjectTarget("Db", null, $"table{number}"),
    };

    private static double RawFlushMs()
    {
        const int flushes = 100;
        var file = Path.GetTempFileName();
        try
        {
            using var stream = new FileStream(file, FileMode.Create, FileAccess.Write, FileShare.None, 1);
            var pages = new byte[16 * 1024];
            var begin = Stopwatch.GetTimestamp();
            for (var i = 0; i < flushes; i++)
            {
                stream.Write(pages);
                stream.Flush(flushToDisk: true);
            }

            return Stopwatch.GetElapsedTime(begin).TotalMilliseconds / flushes;
        }
        finally
        {
            File.Delete(file);
        }
    }

    private static double Median(List<double> values) => values.Order().ElementAt(values.Count / 2);

    /// <summary>From the first package that was Ready to the last end, seen when its commit was acknowledged.</summary>
    private sealed class Span
    {
        private RunView? _view;
        private TimeSpan? _begin;
        private TimeSpan _end;

        public TimeSpan Length => _end - _begin!.Value;

        public void See(RunNotice notice)
        {
            switch (notice)
            {
                case RunBegan began:
                    _view = began.View;
                    break;
                case NodeChanged { Node.Kind: NodeKind.Package, To: NodeState.Ready } ready:
                    _begin ??= ready.At;
                    break;
                case NodeChanged { Node.Kind: NodeKind.Package, To: NodeState.Succeeded }:
                    _end = _view!.Elapsed;
                    break;
            }
        }
    }
}
