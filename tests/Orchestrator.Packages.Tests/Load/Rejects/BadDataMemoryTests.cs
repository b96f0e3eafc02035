using System.Diagnostics;
using System.IO.Compression;
using System.Text;

namespace Orchestrator.Packages.Tests.Load.Rejects;

/// <summary>The whole command on files that would be memory if nobody stopped them.</summary>
[Category("Full")]
internal sealed class BadDataMemoryTests
{
    private const long CeilingKilobytes = 120 * 1024;

    private const string Solution = """
        formatVersion: 1
        solution: Bad
        connections:
          - connection: Files
            platform: Files
            folder: data
            formats:
              bcp: {style: bcp, field: "\t", row: "\n"}
          - {connection: Raw, platform: Sqlite, stage: LND, file: "{object}.db"}
        batches:
          - {batch: Nightly, projects: [Raw]}
        projects:
          - project: Raw
            source: Files
            target: Raw
            objects:
              - {object: endless, source: {file: endless.txt, format: bcp}, columns: [{column: a}, {column: b}]}
              - {object: quoted, source: {file: quoted.csv}}
              - {object: bomb, source: {file: bomb.csv.gz}}
              - {object: wide, source: {file: wide.csv}}
              - object: rows
                source: {file: rows.csv.gz}
                columns: [{column: a, dataType: "nvarchar(10)", onTruncation: redirect}]

        """;

    private string _folder = "";

    [OneTimeSetUp]
    public void Make()
    {
        _folder = Directory.CreateTempSubdirectory("orchestrator-bad-data-").FullName;
        var data = Directory.CreateDirectory(Path.Combine(_folder, "data")).FullName;
        File.WriteAllText(Path.Combine(_folder, "solution.yaml"), Solution);
        using (var endless = File.Create(Path.Combine(data, "endless.txt")))
        {
            endless.SetLength(10L << 30);
        }

        var megabyte = Encoding.ASCII.GetBytes(new string('x', 1 << 20));
        Write(File.Create(Path.Combine(data, "quoted.csv")), "a,b\n1,\"", megabyte, 256);
        Write(Packed("bomb.csv.gz"), "a\n", megabyte, 1024);
        var field = new string('x', 10 << 20);
        File.WriteAllText(
            Path.Combine(data, "wide.csv"), "a,b,c,d,e,f,g,h\n" + string.Join(',', Enumerable.Repeat(field, 8)));
        Write(Packed("rows.csv.gz"), "a\n", Encoding.ASCII.GetBytes(new string('x', 4500) + "\n"), 30_000);
    }

    [OneTimeTearDown]
    public void Remove() => Directory.Delete(_folder, recursive: true);

    [TestCase("endless")]
    [TestCase("quoted")]
    [TestCase("bomb")]
    [TestCase("wide")]
    [TestCase("rows")]
    [TestCase("*")]
    public void A_file_without_an_end_to_a_field_takes_no_more_memory_than_a_good_one(string objects)
    {
        var (exit, kilobytes, output) = Run(objects);

        TestContext.Out.WriteLine($"{objects}: exit {exit}, VmHWM {kilobytes / 1024} MB");
        Assert.That(exit, Is.EqualTo(objects == "rows" ? 0 : 1), output);
        Assert.That(output, Does.Contain(objects == "rows" ? "30,000 read = 30,000 rejected" : "ORC3107"));
        Assert.That(kilobytes, Is.GreaterThan(0).And.LessThan(CeilingKilobytes));
    }

    private static void Write(Stream stream, string start, byte[] piece, int times)
    {
        using (stream)
        {
            stream.Write(Encoding.ASCII.GetBytes(start));
            for (var i = 0; i < times; i++)
            {
                stream.Write(piece);
            }
        }
    }

    private static string Command()
    {
        var above = new DirectoryInfo(TestContext.CurrentContext.TestDirectory);
        while (!File.Exists(Path.Combine(above.FullName, "Orchestrator.sln")))
        {
            above = above.Parent ?? throw new DirectoryNotFoundException("the repository");
        }

        return Path.Combine(above.FullName, "artifacts", "bin", "Orchestrator.Cli", "release", "orchestrator.dll");
    }

    private GZipStream Packed(string name) =>
        new(File.Create(Path.Combine(_folder, "data", name)), CompressionLevel.Fastest);

    private (int Exit, long Kilobytes, string Output) Run(string objects)
    {
        using var process = Process.Start(new ProcessStartInfo("dotnet", [Command(), "run", "-s", objects])
        {
            WorkingDirectory = _folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        var output = process.StandardOutput.ReadToEndAsync();
        var errors = process.StandardError.ReadToEndAsync();
        var peak = 0L;
        while (!process.WaitForExit(10))
        {
            process.Refresh();
            peak = Math.Max(peak, process.HasExited ? 0 : process.PeakWorkingSet64);
        }

        process.WaitForExit();
        return (process.ExitCode, peak / 1024, output.GetAwaiter().GetResult() + errors.GetAwaiter().GetResult());
    }
}
