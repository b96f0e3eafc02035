using System.Text.RegularExpressions;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Metadata.Tests.SsisFlows;

/// <summary>Types and columns of sample flows, as short texts.</summary>
internal static partial class FlowSampleTypes
{
    /// <summary>`i4`, `wstr(50)`, `numeric(9,2)`.</summary>
    public static FlowType Of(string written)
    {
        var match = Written().Match(written);
        var name = $"DT_{match.Groups["name"].Value.ToUpperInvariant()}";
        var (first, second) = (Number(match.Groups["first"].Value), Number(match.Groups["second"].Value));
        return name == "DT_NUMERIC" ? new(name, 0, first, second, 0)
            : new(name, first, 0, 0, name == "DT_STR" ? 1252 : 0);
    }

    /// <summary>`Id:i4 Name:wstr(50)`.</summary>
    public static IEnumerable<(string Name, FlowType Type)> Columns(string written) =>
        written.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(each => each.Split(':'))
            .Select(each => (each[0], Of(each[1])));

    /// <summary>The columns in brackets that expressions name.</summary>
    public static IEnumerable<string> Named(IEnumerable<string> expressions) =>
        expressions.SelectMany(each => Column().Matches(each).Select(match => match.Groups[1].Value)).Distinct();

    private static int Number(string text) => text.Length == 0 ? 0 : int.Parse(text);

    [GeneratedRegex(@"^(?<name>\w+)(?:\((?<first>\d+)(?:,(?<second>\d+))?\))?$")]
    private static partial Regex Written();

    [GeneratedRegex(@"(?<!@)\[(\w+)\]")]
    private static partial Regex Column();
}
