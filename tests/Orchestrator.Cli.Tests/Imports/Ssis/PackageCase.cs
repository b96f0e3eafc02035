using System.Text;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>A small package, named after one construct, and what its import has to say of that. A file of objects is
/// called by its object alone.</summary>
/// <param name="Text">The package, Nightly.dtsx.</param>
internal sealed record PackageCase(string Text)
{
    private const string Name = "Nightly";

    /// <summary>What lies beside it.</summary>
    public IReadOnlyList<(string Path, string Text)> Beside { get; private init; } = [];

    /// <summary>Texts that files have to hold.</summary>
    public IReadOnlyList<(string File, string Text)> Held { get; private init; } = [];

    /// <summary>Texts that files may not hold; of an empty one that there is no such file.</summary>
    public IReadOnlyList<(string File, string Text)> Lacked { get; private init; } = [];

    /// <summary>The codes of what stays open; none = all of it is said.</summary>
    public IReadOnlyList<string> Codes { get; private init; } = [];

    /// <summary>Whether all of it lies in one archive.</summary>
    public bool IsArchive { get; private init; }

    /// <summary>How the import calls the package.</summary>
    public string File => IsArchive ? $"{Name}.ispac!{Name}.dtsx" : $"{Name}.dtsx";

    /// <summary>All files to import, by their names.</summary>
    public IEnumerable<(string Path, byte[] Bytes)> Files => IsArchive
        ? [($"{Name}.ispac", TestZip.Of([.. All.SelectMany(each => (string[])[each.Path, each.Text])]))]
        : All.Select(each => (each.Path, Encoding.UTF8.GetBytes(each.Text)));

    public PackageCase With(string path, string text) => this with { Beside = [.. Beside, (path, text)] };

    public PackageCase InArchive() => this with { IsArchive = true };

    public PackageCase Says(string file, params string[] texts) =>
        this with { Held = [.. Held, .. texts.Select(text => (PathOf(file), text))] };

    public PackageCase Lacks(string file, params string[] texts) =>
        this with { Lacked = [.. Lacked, .. texts.Select(text => (PathOf(file), text))] };

    public PackageCase HasNo(string file) => this with { Lacked = [.. Lacked, (PathOf(file), "")] };

    public PackageCase Opens(params string[] codes) => this with { Codes = codes };

    private IEnumerable<(string Path, string Text)> All => Beside.Prepend(($"{Name}.dtsx", Text));

    private static string PathOf(string file) =>
        file.EndsWith(".yaml", StringComparison.Ordinal) ? file : $"projects/{Name}/objects/{file}.yaml";
}
