using System.Diagnostics;
using Orchestrator.Benchmarks.Contests;
using Orchestrator.Data;

namespace Orchestrator.Benchmarks.Loads;

/// <summary>
/// Processors + 2 generated files at once, 2 GB each, into SQLite files of their own, in a process of its own whose
/// highest resident size the kernel reports. The files are pipes that a second process feeds, so that the disk holds
/// only what is loaded.
/// </summary>
internal static class LoadMemory
{
    private const long BytesDefault = 2L << 30;

    /// <summary>
    /// `memory [BYTES]` measures; `memory load FOLDER N` and `memory feed FILE BYTES` are its children.
    /// </summary>
    public static int Run(string[] args) => args switch
    {
        ["load", var folder, var count] => Load(folder, int.Parse(count)),
        ["feed", var folder, var count, var bytes] => Feed(folder, int.Parse(count), long.Parse(bytes)),
        [var bytes] => Measure(long.Parse(bytes)),
        _ => Measure(BytesDefault),
    };

    private static int Measure(long bytes)
    {
        var folder = Directory.CreateTempSubdirectory("orchestrator-memory-").FullName;
        var files = Environment.ProcessorCount + 2;
        try
        {
            for (var i = 0; i < files; i++)
            {
                NamedPipe.Make(Path.Combine(folder, $"f{i}.csv"));
            }

            using var feed = Self("feed", folder, $"{files}", $"{bytes}");
            using var load = Self("load", folder, $"{files}");
            load.WaitForExit();
            feed.Kill();
            return load.ExitCode;
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static int Load(string folder, int count)
    {
        var resources = new RunResources();
        var begun = Stopwatch.GetTimestamp();
        var rows = 0L;
        var failure = "";
        Thread[] threads =
        [
            .. Enumerable.Range(0, count).Select(i => new Thread(() =>
            {
                try
                {
                    Interlocked.Add(ref rows, LoadPackage.Run(folder, $"f{i}", resources).Counts.Inserted);
                }
                catch (InvalidOperationException failed)
                {
                    failure = failed.Message;
                }
            })),
        ];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        var megabytes = Peak.Megabytes();
        Console.WriteLine($"memory: {count} files at once, {rows} rows in "
            + $"{Stopwatch.GetElapsedTime(begun).TotalSeconds:0} s, VmHWM {megabytes} MB (wanted under "
            + $"{Peak.MegabytesWanted} MB){(failure.Length > 0 ? $"; FAILED: {failure}" : "")}");
        return megabytes < Peak.MegabytesWanted && failure.Length == 0 ? 0 : 1;
    }

    private static int Feed(string folder, int count, long bytes)
    {
        Thread[] threads =
        [
            .. Enumerable.Range(0, count).Select(i => new Thread(() =>
            {
                using var pipe = new FileStream(
                    Path.Combine(folder, $"f{i}.csv"), FileMode.Open, FileAccess.Write, FileShare.ReadWrite, 1);
                GeneratedRows.WriteBytes(pipe, bytes, seed: i);
            })),
        ];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        return 0;
    }

    private static Process Self(params string[] args) =>
        Process.Start(Environment.ProcessPath!, ["memory", .. args]);
}
