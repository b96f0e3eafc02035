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
}
