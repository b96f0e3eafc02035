using System.Text;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Xml;

/// <summary>Halves of signs, which no file can hold: XML refuses them, but delimiters are written as `_xD800_`.
/// </summary>
internal static partial class HalfSigns
{
    private const string Instead = "_xFFFD_";

    private static readonly HashSet<string> Names =
        ["RowDelimiter", "HeaderRowDelimiter", "ColumnDelimiter", "TextQualifier", "ObjectName"];

    /// <summary>Puts the sign for what is unknown in the place of each, and says where.</summary>
    public static void Replace(XDocument document, string file, List<SsisFinding> findings)
    {
        foreach (var element in document.Descendants())
        {
            foreach (var attribute in element.Attributes().Where(each => Names.Contains(each.Name.LocalName)))
            {
                attribute.Value = Replaced(attribute.Value, element, attribute.Name.LocalName, file, findings);
            }

            if (element.Name == Dts.Property && !element.HasElements
                && Dts.Attribute(element, "Name") is { } name && Names.Contains(name)
                && Replaced(element.Value, element, name, file, findings) is var whole && whole != element.Value)
            {
                element.Value = whole;
            }
        }
    }

    /// <summary>A text without any, which each encoding can write.</summary>
    public static string Without(string text)
    {
        if (!text.Any(char.IsSurrogate))
        {
            return text;
        }

        var whole = new StringBuilder(text.Length);
        foreach (var sign in text.EnumerateRunes())
        {
            whole.Append(sign.ToString());
        }

        return whole.ToString();
    }

    private static string Replaced(
        string text, XElement place, string name, string file, List<SsisFinding> findings)
    {
        if (!text.Contains("_xd", StringComparison.OrdinalIgnoreCase))
        {
            return text;
        }

        var whole = Written().Replace(text, match => match.Groups["pair"].Success ? match.Value : Instead);
        if (whole != text)
        {
            findings.Add(new(ReadingCodes.HalfSign, file, SafeXml.LineOf(place), SafeXml.ColumnOf(place),
                $"{name} holds half of a sign, which no file can hold; it is read as the sign U+FFFD",
                "write what is meant in its designer, or in the form of the connection here"));
        }

        return whole;
    }

    [GeneratedRegex("(?<pair>_x[Dd][89ABab][0-9A-Fa-f]{2}__x[Dd][C-Fc-f][0-9A-Fa-f]{2}_)"
        + "|_x[Dd][89A-Fa-f][0-9A-Fa-f]{2}_")]
    private static partial Regex Written();
}
