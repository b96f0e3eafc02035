using System.IO.Enumeration;
using System.Xml;
using System.Xml.Linq;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Import.Sql.Reading;

/// <summary>
/// A `.sqlproj`: the scripts that it builds, the values of its variables and the collation of its database. The old
/// kind lists its scripts; the one with an SDK takes all that stand below it but those that it names otherwise.
/// </summary>
internal sealed class SqlProject(SqlFile file, SqlInputs inputs, SqlProblems problems)
{
    private const long BytesMax = 16L << 20;

    private const string Built = "Build";
    private const string Content = "Content";

    // An SDK of others that builds what is content, but for these folders.
    private const string OtherSdk = "MSBuild.Sdk.SqlProj";

    private static readonly string[] OfOtherSdk = ["Pre-Deployment/", "Post-Deployment/"];

    // What is run before and after a database is made, or not at all.
    private static readonly string[] Aside = ["PreDeploy", "PostDeploy", "RefactorLog", "None", Content];

    private readonly string _folder = Path.GetDirectoryName(file.Path)!;

    /// <summary>Adds what it says to the inputs.</summary>
    /// <param name="below">The files below a folder that end so.</param>
    public void Read(Func<string, string, List<string>> below)
    {
        if (Load() is not { } project)
        {
            return;
        }

        var scripts = Scripts(project, below(_folder, ".sql"));
        if (scripts.Count == 0)
        {
            problems.Error(SqlCodes.Unreadable, file.At, "the project builds no script");
        }

        inputs.Scripts.AddRange(scripts.Order(StringComparer.Ordinal).Select(Script));
        inputs.Collation = Texts(project, "DefaultCollation").LastOrDefault() ?? inputs.Collation;
        foreach (var item in Items(project).Where(item => item.Name.LocalName == "SqlCmdVariable"))
        {
            if (item.Attribute("Include")?.Value is { } name && item.Elements()
                .FirstOrDefault(each => each.Name.LocalName == "DefaultValue")?.Value is { Length: > 0 } value)
            {
                inputs.Values[name] = value;
            }
        }
    }

    // A project may name scripts that stand beside its folder; each of them includes what stands with it.
    private SqlFile Script(string path) => file with
    {
        Path = path,
        Root = path.StartsWith(_folder + Path.DirectorySeparatorChar, StringComparison.Ordinal)
            ? file.Root : Path.GetDirectoryName(path)!,
    };

    private HashSet<string> Scripts(XDocument project, List<string> all)
    {
        var sdk = SdkOf(project);
        var isOther = sdk?.StartsWith(OtherSdk, StringComparison.OrdinalIgnoreCase) == true;
        string[] built = isOther ? [Built, Content] : [Built];
        var scripts = new HashSet<string>(StringComparer.Ordinal);
        if (sdk is not null && !IsSet(project, "EnableDefaultSqlItems", "false"))
        {
            scripts.UnionWith(isOther ? all.Where(path => !OfOtherSdk.Any(
                aside => Relative(path).StartsWith(aside, StringComparison.Ordinal))) : all);
        }

        foreach (var item in Items(project).Where(item => Aside.Except(built).Contains(item.Name.LocalName)))
        {
            scripts.ExceptWith(Paths(item, "Include", all));
        }

        foreach (var item in Items(project).Where(item => built.Contains(item.Name.LocalName)))
        {
            scripts.UnionWith(Paths(item, "Include", all).Except(Paths(item, "Exclude", all)));
            scripts.ExceptWith(Paths(item, "Remove", all));
        }

        return scripts;
    }

    private XDocument? Load()
    {
        try
        {
            if (!file.IsFile(problems))
            {
                return null;
            }

            using var stream = File.OpenRead(file.Path);
            if (stream.Length > BytesMax)
            {
                problems.Error(SqlCodes.TooMuch, file.At, $"it has over {BytesMax >> 20} MB, and no more are read");
                return null;
            }

            using var reader = BoundedXml.Of(stream, BytesMax);
            return XDocument.Load(reader);
        }
        catch (XmlException wrong)
        {
            problems.Error(SqlCodes.Unreadable, file.At with { Line = wrong.LineNumber, Column = wrong.LinePosition },
                "it is no project: its XML cannot be read, or holds a DTD");
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            problems.Error(
                SqlCodes.Unreadable, file.At, "it cannot be read", "see that it is there, and who may read it");
        }

        return null;
    }

    // `<Project Sdk="…">`, `<Sdk Name="…" />` or `<Import Sdk="…" />`; null = the old kind.
    private static string? SdkOf(XDocument project) => project.Root!.Attribute("Sdk")?.Value
        ?? project.Root!.Elements().Select(each => each.Name.LocalName switch
        {
            "Sdk" => each.Attribute("Name")?.Value,
            "Import" => each.Attribute("Sdk")?.Value,
            _ => null,
        }).FirstOrDefault(name => name is not null);

    private static bool IsSet(XDocument project, string property, string value) =>
        Texts(project, property).Any(text => text.Equals(value, StringComparison.OrdinalIgnoreCase));

    private static IEnumerable<XElement> Items(XDocument project) => project.Root!.Elements()
        .Where(group => group.Name.LocalName == "ItemGroup").Elements();

    private static IEnumerable<string> Texts(XDocument project, string property) => project.Root!.Elements()
        .Where(group => group.Name.LocalName == "PropertyGroup").Elements()
        .Where(each => each.Name.LocalName == property).Select(each => each.Value.Trim());

    /// <summary>The full paths that an attribute of an item names; with `*` those below the project.</summary>
    private List<string> Paths(XElement item, string attribute, List<string> all)
    {
        var found = new List<string>();
        foreach (var written in (item.Attribute(attribute)?.Value ?? "")
            .Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            var path = Uri.UnescapeDataString(written).Replace('\\', '/');
            if (path.Contains("$(", StringComparison.Ordinal) || path.Contains("@(", StringComparison.Ordinal))
            {
                problems.Error(SqlCodes.Unreadable, file.At, $"it names a file by a property: {written}",
                    "name the script itself on the command line, beside the project");
            }
            else if (path.Contains('*', StringComparison.Ordinal) || path.Contains('?', StringComparison.Ordinal))
            {
                RefuseOutside(item, path);
                found.AddRange(all.Where(each => IsMatch(path, each)));
            }
            else if (path.EndsWith(".sql", StringComparison.OrdinalIgnoreCase))
            {
                found.Add(Path.GetFullPath(path, _folder));
            }
        }

        return found;
    }

    // What stands elsewhere is not looked through, and would be missing without a word.
    private void RefuseOutside(XElement item, string pattern)
    {
        if (item.Name.LocalName == Built
            && (pattern.StartsWith("../", StringComparison.Ordinal) || Path.IsPathRooted(pattern)))
        {
            problems.Error(SqlCodes.Unreadable, file.At,
                $"it names files outside of its folder by a pattern: {pattern}",
                "name their folder on the command line, beside the project");
        }
    }

    // `**/` stands for any folders, and for none; a star does not end at a folder here, which takes more and no less.
    private bool IsMatch(string pattern, string path) => FileSystemName.MatchesSimpleExpression(
        pattern.Replace("**/", "*", StringComparison.Ordinal), Relative(path));

    private string Relative(string path) => Path.GetRelativePath(_folder, path).Replace('\\', '/');
}
