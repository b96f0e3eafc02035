using Orchestrator.Metadata.Loading;

namespace Orchestrator.Metadata.Tests.Broken;

/// <summary>A solution with one mistake: the good one with some lines of one file replaced.</summary>
internal sealed record BrokenCase(string Name, string File, IReadOnlyList<(string Old, string New)> Edits,
    string Code, string At, bool IsRepaired)
{
    private LoadedSolution? _loaded;

    public static IReadOnlyList<BrokenCase> All { get; } =
        [.. System.IO.File.ReadAllText(Path.Combine(Folder, "cases.txt")).Split("## ").Skip(1).Select(Read)];

    public static string Base => Path.Combine(Folder, "Base");

    private static string Folder => Path.Combine(TestContext.CurrentContext.TestDirectory, "Broken");

    /// <summary>What is said of it, asked once for all tests.</summary>
    public LoadedSolution Loaded => _loaded ??= Load();

    /// <summary>The name, for the list of tests.</summary>
    public override string ToString() => Name;

    /// <summary>Writes the broken solution into a folder.</summary>
    public void WriteTo(string folder)
    {
        WriteGood(folder);
        var path = Path.Combine(folder, File);
        var text = System.IO.File.ReadAllText(path);
        foreach (var (old, replacement) in Edits)
        {
            Assert.That(text, Does.Contain(old + "\n"), "the good solution has the line to break");
            text = text.Replace(old + "\n", replacement + "\n", StringComparison.Ordinal);
        }

        System.IO.File.WriteAllText(path, text);
    }

    public static void WriteGood(string folder)
    {
        foreach (var source in Directory.EnumerateFiles(Base, "*", SearchOption.AllDirectories))
        {
            var target = Path.Combine(folder, Path.GetRelativePath(Base, source));
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            System.IO.File.Copy(source, target, overwrite: true);
        }
    }

    private LoadedSolution Load()
    {
        using var folder = new TemporaryFolder();
        WriteTo(folder.Path);
        return SolutionLoader.Load(folder.Path, "prod");
    }

    private static BrokenCase Read(string text)
    {
        var lines = text.Split('\n');
        var old = lines.Where(line => line.StartsWith("- ", StringComparison.Ordinal)).Select(line => line[2..]);
        var replacements = lines.Where(line => line.StartsWith("+ ", StringComparison.Ordinal))
            .Select(line => line[2..].Replace('→', '\t').Replace('¶', '\n'));
        var expect = lines.Single(line => line.StartsWith("expect ", StringComparison.Ordinal)).Split(' ');
        var file = lines.Single(line => line.StartsWith("in ", StringComparison.Ordinal))[3..];
        return new BrokenCase(lines[0], file, [.. old.Zip(replacements)], expect[1],
            expect.Length == 4 ? $"{expect[2]}:{expect[3]}" : $"{file}:{expect[2]}", lines.Contains("repaired"));
    }
}
