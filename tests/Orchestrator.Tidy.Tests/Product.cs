using System.IO.Enumeration;
using System.Xml.Linq;
using ArchUnitNET.Domain;
using ArchUnitNET.Loader;

namespace Orchestrator.Tidy.Tests;

/// <summary>The projects that are given away: what their files declare, and what the build made of them.</summary>
internal static class Product
{
    /// <summary>How the names of all projects begin.</summary>
    public const string Prefix = "Orchestrator.";

    private static readonly Lazy<System.Reflection.Assembly[]> Built =
        new(() => [.. Projects!.Select(project => System.Reflection.Assembly.LoadFrom(FileOf(project)))]);

    private static readonly Lazy<IType[]> Compiled =
        new(() => [.. new ArchLoader().LoadAssemblies(Built.Value).Build().Types]);

    public static IReadOnlyList<ProductProject> Projects { get; } =
        [.. Repository.Files("*.csproj")
            .Where(path => !Repository.Relative(path).StartsWith("tests/", StringComparison.Ordinal))
            .Select(Read)];

    /// <summary>All types of the projects, with what each depends on; of what only the body of an async method names,
    /// nothing is seen in a release.</summary>
    public static IReadOnlyList<IType> Types => Compiled.Value;

    /// <summary>The names of the projects that a project uses: the compiler drops a reference that nothing needs.
    /// </summary>
    public static IEnumerable<string> UsedBy(ProductProject project) =>
        Built.Value.Single(assembly => assembly.GetName().Name == project.AssemblyName).GetReferencedAssemblies()
            .Select(reference => reference.Name ?? "")
            .Where(name => name.StartsWith(Prefix, StringComparison.Ordinal))
            .Select(name => name[Prefix.Length..]);

    /// <summary>The name of the project that a namespace lies in; empty where it lies in none.</summary>
    public static string ProjectOf(string space) => Projects.Select(project => project.Name)
        .Where(name => IsIn(space, Prefix + name)).MaxBy(name => name.Length) ?? "";

    /// <summary>The namespace of a type; empty where it has none.</summary>
    public static string SpaceOf(IType type) => type.Namespace?.FullName ?? "";

    public static bool IsIn(string space, string outer) =>
        space == outer || space.StartsWith($"{outer}.", StringComparison.Ordinal);

    private static ProductProject Read(string path)
    {
        var file = XDocument.Load(path);
        return new(
            NameOf(path),
            Repository.Relative(path).Split('/')[0],
            file.Descendants("AssemblyName").FirstOrDefault()?.Value ?? Path.GetFileNameWithoutExtension(path),
            [.. file.Descendants("ProjectReference")
                .SelectMany(each => NamesOf(path, each.Attribute("Include")!.Value.Replace('\\', '/')))]);
    }

    /// <summary>The names of the projects that a project refers to so: of one, or with a star of all called so.
    /// </summary>
    private static IEnumerable<string> NamesOf(string path, string reference)
    {
        if (!reference.Contains('*'))
        {
            return [NameOf(reference)];
        }

        var called = Repository.Relative(Path.Combine(Path.GetDirectoryName(path)!, reference));
        return Repository.Files("*.csproj")
            .Where(file => FileSystemName.MatchesSimpleExpression(called, Repository.Relative(file))).Select(NameOf);
    }

    private static string NameOf(string path) =>
        Path.GetFileNameWithoutExtension(path.Replace('\\', '/'))[Prefix.Length..];

    // The command has all of them beside it, of the configuration that these tests are built in.
    private static string FileOf(ProductProject project) => Path.Combine(
        Repository.Root, "artifacts", "bin", "Orchestrator.Cli",
        Path.GetFileName(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory)), $"{project.AssemblyName}.dll");
}
