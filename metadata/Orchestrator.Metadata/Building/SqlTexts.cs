using Orchestrator.Core.Types;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>SQL as it stands in the YAML, or in a script below the solution.</summary>
internal static class SqlTexts
{
    /// <summary>The text of `key:`, or of the file that `script:` names; null where neither is there.</summary>
    public static SqlText? Of(LoadContext context, YamlMap map, string key)
    {
        if (map.Scalar(key) is { } text)
        {
            return new SqlText(text.Text, null, text.At);
        }

        if (map.Scalar("script") is not { } script)
        {
            return null;
        }

        var path = script.Text.Replace('\\', '/');
        var file = context.Read(path, script.At, "the script");
        return new SqlText(file?.Text ?? "", path, script.At);
    }

    /// <summary>The variable whose value is the statement; null where none is named.</summary>
    public static string? From(BuildScope scope, YamlMap map)
    {
        if (map.Scalar(ValueKeys.SqlFrom.Name) is not { } name)
        {
            return null;
        }

        SqlType? type = scope.Variables.TryGetValue(name.Text, out var variable) ? variable.Type
            : scope.Context.RunVariables.GetValueOrDefault(name.Text)?.Type.Scalar;
        if (type is null && !scope.Context.RunVariables.ContainsKey(name.Text))
        {
            scope.Context.UnknownName("ORC1063", "variable", name,
                [.. scope.Variables.Keys, .. scope.Context.RunVariables.Keys]);
        }
        else if (type is not { IsText: true })
        {
            scope.Context.Bag.Error("ORC1197", name.At,
                $"'{name.Text}' holds no text, so that it cannot be a statement",
                "name a variable of dataType nvarchar(4000)");
        }

        return name.Text;
    }
}
