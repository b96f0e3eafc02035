using System.Reflection;

namespace Orchestrator.Cli.Guide;

/// <summary>The pages of the guide, which travel inside the command.</summary>
internal static class GuidePages
{
    private const string Prefix = "guide/";
    private const string CodePrefix = "codes/";

    private static readonly Assembly Own = typeof(GuidePages).Assembly;

    /// <summary>Names of the pages that `help TOPIC` takes.</summary>
    public static IReadOnlyList<string> Topics { get; } = [.. Names().Where(name => !name.StartsWith(CodePrefix))];

    /// <summary>Codes that `explain CODE` takes.</summary>
    public static IReadOnlyList<string> Codes { get; } =
        [.. Names().Where(name => name.StartsWith(CodePrefix)).Select(name => name[CodePrefix.Length..])];

    public static string Topic(string name) => Read(Prefix + name + ".md");

    public static string Code(string code) => Read(Prefix + CodePrefix + code + ".md");

    /// <summary>The first heading of a page: "# Title".</summary>
    public static string Title(string page) =>
        page.Split('\n').FirstOrDefault(line => line.StartsWith('#'))?.TrimStart('#', ' ').Trim() ?? "";

    private static IEnumerable<string> Names() => Own.GetManifestResourceNames()
        .Select(name => name.Replace('\\', '/'))
        .Where(name => name.StartsWith(Prefix, StringComparison.Ordinal)
            && name.EndsWith(".md", StringComparison.Ordinal))
        .Select(name => name[Prefix.Length..^3]).Order(StringComparer.Ordinal);

    private static string Read(string resource)
    {
        var name = Own.GetManifestResourceNames().Single(each => each.Replace('\\', '/') == resource);
        using var reader = new StreamReader(Own.GetManifestResourceStream(name)!);
        return reader.ReadToEnd().ReplaceLineEndings("\n");
    }
}
