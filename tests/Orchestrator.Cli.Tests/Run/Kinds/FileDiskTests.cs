using System.Diagnostics;

namespace Orchestrator.Cli.Tests.Run.Kinds;

/// <summary>Kind file between two disks, and onto one that has no room.</summary>
internal sealed class FileDiskTests
{
    private const int Bytes = 30_000_000;

    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make()
    {
        RunningCommand.OnLinuxOnly();
        _folder = new TemporaryFolder();
        using var big = File.Create(At("box/big.bin"));
        big.SetLength(Bytes);
    }

    [TearDown]
    public void Remove() => _folder?.Dispose();

    [Test]
    public void Where_there_is_no_room_the_file_stays_where_it_is_and_nothing_half_is_left()
    {
        WriteSolution(At("away/here"));

        var (first, said) = Shell("trap '' XFSZ; ulimit -f 20000; "
            + $"DOTNET_EnableWriteXorExecute=0 dotnet '{RunningCommand.Command}' run");
        var between = Files(At("away"));
        var stays = new FileInfo(At("box/big.bin")).Length;
        var second = Called.With(_folder.Path, "run");

        Assert.That((first, between.Length, stays), Is.EqualTo((1, 0, (long)Bytes)), said);
        Assert.That(second.ExitCode, Is.Zero, second.Error);
        Assert.That(Files(At("box")), Is.Empty);
        Assert.That(new FileInfo(At("away/here/big.bin")).Length, Is.EqualTo(Bytes));
    }

    [Test]
    public void Between_two_disks_a_killed_move_comes_to_the_same_end()
    {
        const string memory = "/dev/shm";
        if (!Directory.Exists(memory))
        {
            Assert.Ignore("there is no second disk");
        }

        var other = Directory.CreateDirectory(Path.Combine(memory, Path.GetFileName(_folder.Path)));
        try
        {
            WriteSolution(other.FullName);
            foreach (var point in new[] { "file.renamed.before", "file.renamed.after", "file.taken.after" })
            {
                using var command = new RunningCommand(_folder.Path,
                    new Dictionary<string, string> { ["ORCHESTRATOR_TEST_CRASH"] = point }, "run");
                Assert.That(command.ExitCode(), Is.EqualTo(137), command.Said);
                Assert.That(Files(At("box")).Concat(Files(other.FullName)).Where(IsWhole), Is.Not.Empty, point);
            }

            Assert.That(Called.With(_folder.Path, "run").ExitCode, Is.Zero);
            Assert.That(Files(At("box")), Is.Empty);
            Assert.That(Files(other.FullName).Select(Path.GetFileName), Is.EqualTo(new[] { "big.bin" }));
        }
        finally
        {
            other.Delete(recursive: true);
        }
    }

    private static bool IsWhole(string file) =>
        Path.GetFileName(file) == "big.bin" && new FileInfo(file).Length == Bytes;

    private static string[] Files(string folder) =>
        Directory.Exists(folder) ? Directory.GetFiles(folder, "*", SearchOption.AllDirectories) : [];

    private string At(string path)
    {
        var full = Path.Combine(_folder.Path, path);
        Directory.CreateDirectory(Path.GetDirectoryName(full)!);
        return full;
    }

    private void WriteSolution(string away)
    {
        Directory.CreateDirectory(away);
        _folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Shop
            connections:
              - {connection: Box, platform: Files, folder: box}
              - {connection: Away, platform: Files, folder: "{{away}}"}
              - {connection: Staging, platform: Sqlite}
            batches: [{batch: Nightly, projects: [Put]}]
            projects:
              - project: Put
                source: Box
                target: Staging
                objects:
                  - {object: move, kind: file, file: {move: big.bin, toConnection: Away} }
            """);
    }

    private (int ExitCode, string Said) Shell(string script)
    {
        using var bash = Process.Start(new ProcessStartInfo("bash", ["-c", script])
        {
            WorkingDirectory = _folder.Path,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        var error = bash.StandardError.ReadToEndAsync();
        var output = bash.StandardOutput.ReadToEnd();
        bash.WaitForExit();
        return (bash.ExitCode, output + error.GetAwaiter().GetResult());
    }
}
