using System.Text.RegularExpressions;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Resolving;

/// <summary>The parameters of a source's statement, which a file maps to variables by their GUIDs.</summary>
internal static partial class ParameterMappings
{
    /// <summary>The property that holds them: `"0:Input",{GUID};`.</summary>
    public const string Property = "ParameterMapping";

    public static IEnumerable<string> IdsIn(string mapping) => Id().Matches(mapping).Select(each => each.Value);

    /// <summary>The property with full names for the GUIDs of variables.</summary>
    public static SsisProperty Named(SsisProperty property, Func<string, string?> nameOf) =>
        property.Name != Property ? property
            : property with { Value = Id().Replace(property.Value, each => nameOf(each.Value) ?? each.Value) };

    [GeneratedRegex(@"\{[0-9A-Fa-f-]{36}\}")]
    private static partial Regex Id();
}
