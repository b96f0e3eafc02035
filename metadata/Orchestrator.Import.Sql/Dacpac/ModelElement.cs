using System.Globalization;
using System.Text;
using System.Xml.Linq;

namespace Orchestrator.Import.Sql.Dacpac;

/// <summary>An element of a model: a table, a column, a key.</summary>
internal sealed class ModelElement(XElement element)
{
    /// <summary>What it is: SqlTable.</summary>
    public string Type => element.Attribute("Type")?.Value ?? "";

    /// <summary>The parts of its name; none where it has no name.</summary>
    public IReadOnlyList<string> Name => Parts(element.Attribute("Name")?.Value ?? "");

    /// <summary>The value of a property; null where it has none.</summary>
    public string? Property(string name)
    {
        var found = element.Elements().FirstOrDefault(each =>
            each.Name.LocalName == "Property" && each.Attribute("Name")?.Value == name);
        return found?.Attribute("Value")?.Value
            ?? found?.Elements().FirstOrDefault(each => each.Name.LocalName == "Value")?.Value;
    }

    public bool Is(string property) => Property(property) == "True";

    /// <summary>A property that is a number, as a text of digits; null where it is none.</summary>
    public string? Number(string property) => int.TryParse(
        Property(property), NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? $"{number}" : null;

    /// <summary>The elements in a relationship.</summary>
    public IEnumerable<ModelElement> Elements(string relationship) => Entries(relationship)
        .Where(each => each.Name.LocalName == "Element").Select(each => new ModelElement(each));

    /// <summary>The names that a relationship refers to, each in its parts.</summary>
    public IEnumerable<IReadOnlyList<string>> References(string relationship) => Entries(relationship)
        .Where(each => each.Name.LocalName == "References").Select(each => Parts(each.Attribute("Name")?.Value ?? ""));

    /// <summary>The names of columns that keys and indexes list, without their tables'.</summary>
    public IReadOnlyList<string> Columns(string relationship) =>
        [.. References(relationship).Where(name => name.Count > 0).Select(name => name[^1])];

    /// <summary>`[dbo].[a ]] b]` in its parts, without brackets.</summary>
    public static IReadOnlyList<string> Parts(string name)
    {
        var parts = new List<string>();
        for (var at = 0; at < name.Length; at++)
        {
            if (name[at] != '[')
            {
                continue;
            }

            var part = new StringBuilder();
            for (at++; at < name.Length; at++)
            {
                if (name[at] == ']' && !(at + 1 < name.Length && name[at + 1] == ']'))
                {
                    break;
                }

                at += name[at] == ']' ? 1 : 0;
                part.Append(name[at]);
            }

            parts.Add(part.ToString());
        }

        return parts;
    }

    private IEnumerable<XElement> Entries(string relationship) => element.Elements()
        .Where(each => each.Name.LocalName == "Relationship" && each.Attribute("Name")?.Value == relationship)
        .Elements().Where(each => each.Name.LocalName == "Entry").Elements();
}
