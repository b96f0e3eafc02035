using System.Text.RegularExpressions;
using System.Xml.Linq;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Reading;

/// <summary>Connections of a project that a package uses and no file tells anything of. Where the package itself shows
/// that one leads to SQL Server it is kept: its string is then all that somebody has to say.</summary>
internal static partial class LostConnections
{
    private const string Provider = "MSOLEDBSQL";

    private static readonly HashSet<string> Texts =
        ["SqlCommand", "OpenRowset", "TableOrViewName", "SqlCommandParam"];

    // Only the providers of SQL Server take rows as a bulk.
    private static readonly HashSet<string> Bulk = ["3", "4"];

    /// <summary>Those of a package, ordered by name.</summary>
    /// <param name="root">The package.</param>
    /// <param name="known">The connections that somebody tells of.</param>
    /// <param name="file">What the package is called in findings.</param>
    /// <param name="doubts">What is said of them.</param>
    public static IReadOnlyList<SsisConnection> Of(
        XElement root, ConnectionNames known, string file, out IReadOnlyList<SsisFinding> doubts)
    {
        doubts = [];
        var lost = ConnectionNames.SaidBy(root).Where(each => known.Find(each.Id) is null
            && known.Find(each.Name) is null).GroupBy(each => each.Name, StringComparer.OrdinalIgnoreCase)
            .OrderBy(each => each.Key, StringComparer.Ordinal).ToArray();
        if (lost.Length == 0)
        {
            return [];
        }

        var users = root.Descendants("component").ToLookup(UsedBy, StringComparer.OrdinalIgnoreCase);
        SsisConnection[] found =
        [
            .. lost.Where(each => each.SelectMany(said => users[said.Id]).Any(ShowsServer))
                .Select(each => new SsisConnection
                {
                    Name = each.Key,
                    Id = each.First().Id.ToUpperInvariant(),
                    Kind = ConnectionManagerKind.OleDb,
                    CreationName = "OLEDB",
                    IsOfProject = true,
                    File = file,
                    Provider = Provider,
                }),
        ];
        doubts =
        [
            .. found.Select(each => new SsisFinding(ReadingCodes.MissingFile, file, SafeXml.LineOf(root),
                SafeXml.ColumnOf(root),
                $"the package uses the connection '{each.Name}' of its project, of which no file tells anything",
                "fetch its .conmgr or the .dtproj; until then its whole string is a secret that you give",
                IsError: false)),
        ];
        return found;
    }

    private static string UsedBy(XElement component)
    {
        var id = component.Elements("connections").Elements("connection").FirstOrDefault()
            ?.Attribute("connectionManagerID")?.Value.Trim() ?? "";
        return id[..(id.IndexOf('}', StringComparison.Ordinal) + 1)];
    }

    private static bool ShowsServer(XElement component)
    {
        var kind = ComponentKinds.Of(component, component.Attribute("componentClassID")?.Value ?? "");
        var properties = ComponentProperties.Of(component);
        return kind is ComponentKind.OleDbSource or ComponentKind.OleDbDestination or ComponentKind.Lookup
                or ComponentKind.OleDbCommand
            && properties.Any(each => Texts.Contains(each.Name) ? NamesSchema(each.Value)
                : kind == ComponentKind.OleDbDestination && each.Name == "AccessMode" && Bulk.Contains(each.Value));
    }

    // The schema that a database of SQL Server begins with, and no other.
    private static bool NamesSchema(string text) => Quoted().IsMatch(text)
        || text.Contains("[dbo].", StringComparison.OrdinalIgnoreCase)
        || text.StartsWith("dbo.", StringComparison.OrdinalIgnoreCase)
        || text.Contains(" dbo.", StringComparison.OrdinalIgnoreCase);

    // The designer writes the name of a table in the quotes of its provider: of those with schemas this one alone has
    // brackets.
    [GeneratedRegex(@"^\s*\[[^\[\]]+\]\.\[[^\[\]]+\]\s*$")]
    private static partial Regex Quoted();
}
