using System.Globalization;
using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Types of columns in packages, from `i4`, `wstr(50)`, `str(10)` and `numeric(9,2)`.</summary>
internal static partial class FlowXmlTypes
{
    private static readonly string[] Said = ["dataType", "length", "precision", "scale", "codePage"];

    /// <summary>As a column of a flow says it.</summary>
    public static IEnumerable<XAttribute> Of(string written)
    {
        var (name, first, second) = Read(written);
        XAttribute[] size = name == "numeric" ? [new("precision", first), new("scale", second)]
            : first.Length > 0 ? [new("length", first)] : [];
        XAttribute[] page = name == "str" ? [new("codePage", "1252")] : [];
        return [new("dataType", name), .. size, .. page];
    }

    /// <summary>What a column says of its type, once more.</summary>
    public static IEnumerable<XAttribute> Of(XElement column, string prefix = "") =>
        column.Attributes().Where(each => Said.Contains(each.Name.LocalName)).Select(each => new XAttribute(
            prefix.Length == 0 ? each.Name.LocalName
                : prefix + char.ToUpperInvariant(each.Name.LocalName[0]) + each.Name.LocalName[1..], each.Value));

    /// <summary>As a connection to a file says it.</summary>
    public static string OfFile(string written)
    {
        var (name, first, second) = Read(written);
        return name switch
        {
            "i4" => "DTS:DataType=\"3\"",
            "str" => $"DTS:DataType=\"129\" DTS:MaximumWidth=\"{first}\"",
            "wstr" => $"DTS:DataType=\"130\" DTS:MaximumWidth=\"{first}\"",
            "numeric" => $"DTS:DataType=\"131\" DTS:DataPrecision=\"{first}\" DTS:DataScale=\"{second}\"",
            _ => throw new ArgumentException($"no file of the tests has a column of the type {written}"),
        };
    }

    /// <summary>How wide it is; 0 = that is not said.</summary>
    public static int Width(string written) =>
        int.TryParse(Read(written).First, CultureInfo.InvariantCulture, out var width) ? width : 0;

    private static (string Name, string First, string Second) Read(string written)
    {
        var match = Written().Match(written);
        return (match.Groups["name"].Value, match.Groups["first"].Value, match.Groups["second"].Value);
    }

    [GeneratedRegex(@"^(?<name>\w+)(?:\((?<first>\d+)(?:,(?<second>\d+))?\))?$")]
    private static partial Regex Written();
}
