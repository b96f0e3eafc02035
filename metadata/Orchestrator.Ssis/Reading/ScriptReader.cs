using System.Xml.Linq;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Reading;

/// <summary>Reads the code of Script Tasks and Script Components. It is text for a person; nothing compiles or runs it.
/// </summary>
internal static class ScriptReader
{
    private static readonly HashSet<string> Encodings =
        new(["UTF8", "UTF16LE", "UTF16BE", "ASCII", "ANSI", "UTF7", "UTF32"], StringComparer.OrdinalIgnoreCase);

    public static ScriptCode OfTask(XElement data) => new()
    {
        Language = LanguageOf(Dts.Attribute(data, "Language") ?? ""),
        EntryPoint = Dts.Attribute(data, "EntryPoint") ?? "Main",
        ProjectName = Dts.Attribute(data, "Name") ?? "",
        ReadVariables = Names(Dts.Attribute(data, "ReadOnlyVariables")),
        WriteVariables = Names(Dts.Attribute(data, "ReadWriteVariables")),
        Files = Ordered(data.Descendants().Where(each => each.Name.LocalName == "ProjectItem")
            .Select(each => new ScriptFile(Dts.Attribute(each, "Name") ?? "", each.Value))),
    };

    /// <summary>The code of a component, by its properties.</summary>
    public static ScriptCode OfComponent(IReadOnlyList<SsisProperty> properties)
    {
        string Text(string name) => properties.FirstOrDefault(each => each.Name == name)?.Value ?? "";

        var source = properties.FirstOrDefault(each => each.Name == "SourceCode")?.Elements ?? [];
        var files = FilesOf(source);
        var language = LanguageOf(Text("ScriptLanguage"));
        return new()
        {
            Language = language.Length > 0 ? language
                : files.Any(each => each.Name.EndsWith(".cs", StringComparison.OrdinalIgnoreCase))
                    ? "CSharp" : "VisualBasic",
            ProjectName = Text("VSTAProjectName") is { Length: > 0 } project ? project : Text("VsaProjectName"),
            ReadVariables = Names(Text("ReadOnlyVariables")),
            WriteVariables = Names(Text("ReadWriteVariables")),
            Files = files,
        };
    }

    /// <summary>Names of variables, as scripts list them; one without a space is a user's.</summary>
    public static IReadOnlyList<string> Names(string? list) =>
    [
        .. (list ?? "").Split([',', ';'], StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
            .Distinct().Order(StringComparer.Ordinal),
    ];

    // Name, encoding and text, one behind the other; of format 2 name and text.
    private static IReadOnlyList<ScriptFile> FilesOf(IReadOnlyList<string> source)
    {
        var step = source.Count >= 3 && Encodings.Contains(source[1].Trim()) ? 3 : 2;
        return Ordered(source.Chunk(step).Where(each => each.Length == step)
            .Select(each => new ScriptFile(each[0].Trim(), each[^1])));
    }

    private static IReadOnlyList<ScriptFile> Ordered(IEnumerable<ScriptFile> files) =>
        [.. files.OrderBy(each => each.Name, StringComparer.Ordinal)];

    private static string LanguageOf(string written) => written switch
    {
        "" => "",
        _ when written.Contains("Basic", StringComparison.OrdinalIgnoreCase) => "VisualBasic",
        _ when written.Contains("CSharp", StringComparison.OrdinalIgnoreCase)
            || written.Contains("C#", StringComparison.OrdinalIgnoreCase) => "CSharp",
        _ => written,
    };
}
