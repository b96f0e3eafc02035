using System.Reflection;

namespace Orchestrator.Cli.Demo;

/// <summary>The YAML of the sample `shop`, which travels inside the command.</summary>
internal static class Sample
{
    private const string Prefix = "shop/";

    /// <summary>Path below the solution, with `/`, and text.</summary>
    public static IEnumerable<(string Path, string Text)> Files()
    {
        var own = typeof(Sample).Assembly;
        return own.GetManifestResourceNames()
            .Where(name => name.Replace('\\', '/').StartsWith(Prefix, StringComparison.Ordinal))
            .Order(StringComparer.Ordinal).Select(name => (name.Replace('\\', '/')[Prefix.Length..], Text(own, name)));
    }

    private static string Text(Assembly own, string name)
    {
        using var reader = new StreamReader(own.GetManifestResourceStream(name)!);
        // In the repository the schema lies two storeys above the sample, beside a demo in its own folder.
        return reader.ReadToEnd().ReplaceLineEndings("\n")
            .Replace("$schema=../../", "$schema=", StringComparison.Ordinal);
    }
}
