using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Whether the file that an object reads is there today.</summary>
internal static class FilePresence
{
    /// <summary>
    /// Warns where the folder is there and holds no such file. A warning only: files come and go, and where the
    /// folder itself is missing, the metadata is looked at far from its data.
    /// </summary>
    public static void Check(BuildScope scope, string? connection, YamlMap written)
    {
        if (written.Scalar("file") is not { } file || file.Text.Contains('/', StringComparison.Ordinal)
            || VariableTexts.IsOpen(file.Text)
            || scope.Connection(connection) is not { IsFolder: true } source
            || Files(scope, source) is not { Count: > 0 } names
            || (written.Flag(SourceKeys.IgnoreCase.Name, fallback: false) is var ignoreCase
                && names.Any(name => Wildcard.Matches(file.Text, name, ignoreCase))))
        {
            return;
        }

        var nearest = Nearest.Find(file.Text, names);
        var then = source.Files.OnNone == NoFiles.Skip ? "leaves the target as it is" : "fails";
        scope.Context.Bag.Warning("ORC1031", file.At, $"the folder of '{source.Name}' holds no file '{file.Text}'",
            $"a run {then} unless it is there by then",
            nearest is null ? null : new Fix(file.At, file.Length, nearest));
    }

    /// <summary>The names of the files below the connection's folder; null where that is not there.</summary>
    public static IReadOnlyList<string>? Files(BuildScope scope, Connection source)
    {
        if (source is not { Stored: null, Folder: { Length: > 0 } written })
        {
            return null;
        }

        try
        {
            var folder = PlaceholderText.Resolve(written, scope.Context.Options.Variable, _ => null);
            return scope.Context.Listed(Path.GetFullPath(folder, scope.Context.Folder));
        }
        catch (Exception refused) when (refused is InvalidOperationException or ArgumentException)
        {
            return null;
        }
    }
}
