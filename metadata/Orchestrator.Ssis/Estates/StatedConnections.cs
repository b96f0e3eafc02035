using System.Text.RegularExpressions;
using System.Xml.Linq;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Reading;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Estates;

/// <summary>What a project says of its connections beside their files: the strings that may be set where it is
/// deployed. Of a connection whose file is not there nothing else is known.</summary>
internal static partial class StatedConnections
{
    private const string Before = "CM.";
    private const string Behind = ".ConnectionString";

    /// <summary>The connections whose kind the string tells, ordered by name.</summary>
    /// <param name="manifest">The manifest of the project.</param>
    public static IReadOnlyList<SsisConnection> Of(XElement manifest)
    {
        var values = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (var parameter in manifest.Descendants(Dts.ProjectSpace + "ProjectConnectionParameters")
            .Elements(Dts.ProjectSpace + "Parameter"))
        {
            values.TryAdd(Dts.Attribute(parameter, "Name") ?? "", ValueOf(parameter));
        }

        SsisConnection[] read =
        [
            .. values.Where(each => IsString(each.Key) && each.Value.Trim().Length > 0)
                .Select(each => Read(each.Key[Before.Length..^Behind.Length], each.Value, values))
                .OfType<SsisConnection>().OrderBy(each => each.Name, StringComparer.Ordinal),
        ];

        // Of copies, which keep the GUID of what they were copied from, nobody knows whose it is.
        var copied = read.GroupBy(each => each.Id, StringComparer.Ordinal).Where(each => each.Count() > 1)
            .Select(each => each.Key).ToHashSet(StringComparer.Ordinal);
        return [.. read.Select(each => copied.Contains(each.Id) ? each with { Id = "" } : each)];
    }

    private static bool IsString(string name) => name.Length > Before.Length + Behind.Length
        && name.StartsWith(Before, StringComparison.OrdinalIgnoreCase)
        && name.EndsWith(Behind, StringComparison.OrdinalIgnoreCase);

    private static string ValueOf(XElement parameter) =>
        parameter.Elements(Dts.ProjectSpace + "Properties").Elements(Dts.ProjectSpace + "Property")
            .FirstOrDefault(each => Dts.Attribute(each, "Name") == "Value")?.Value ?? "";

    private static SsisConnection? Read(string name, string text, Dictionary<string, string> values)
    {
        var parts = ConnectionParts.PartsOf(text);
        if (ConnectionKinds.Told(parts, values.ContainsKey($"{Before}{name}.ExcelFilePath")) is not { } kind)
        {
            return null;
        }

        var said = parts.Where(each => each.Name.Equals("application name", StringComparison.OrdinalIgnoreCase))
            .Select(each => Identity().Match(each.Value)).FirstOrDefault(each => each.Success);
        return ConnectionReader.With(
            new()
            {
                Name = name,
                Id = said?.Value.ToUpperInvariant() ?? "",
                Kind = kind.Kind,
                CreationName = kind.Name,
                IsOfProject = true,
                HasSecret = ConnectionParts.HasSecret(parts),
            }, text);
    }

    [GeneratedRegex(@"\{[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\}")]
    private static partial Regex Identity();
}
