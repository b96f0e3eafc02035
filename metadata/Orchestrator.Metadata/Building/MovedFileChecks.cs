using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Whether files can be moved where `archive` and `rejected` say.</summary>
internal static class MovedFileChecks
{
    public static void Check(LoadContext context, YamlMap? files)
    {
        foreach (var key in new[] { FileKeys.Archive.Name, FileKeys.Rejected.Name })
        {
            if (files?.Scalar(key) is { } place && !IsBelow(place.Text.TrimEnd('/')))
            {
                context.Bag.Error("ORC1032", place.At,
                    $"'{key}: {place.Text}' is no folder below that of the connection",
                    "name a folder in it, with / between its parts and without .. and wildcards");
            }
        }

        if (files?.Scalar(FileKeys.Archive.Name) is not { } archive)
        {
            return;
        }

        if (files.Scalar(FileKeys.Rejected.Name) is { } rejected && string.Equals(
            rejected.Text.TrimEnd('/'), archive.Text.TrimEnd('/'), StringComparison.OrdinalIgnoreCase))
        {
            context.Bag.Error("ORC1053", rejected.At, "'archive' and 'rejected' are one folder",
                "give them two, so that what was loaded can be told from what was not");
        }

        if (files.Scalar(FileKeys.Take.Name) is { Text: "latest" } take)
        {
            context.Bag.Error("ORC1053", take.At, "with 'archive' an older file becomes the latest",
                "take all or new, or leave 'archive' out");
        }
    }

    private static bool IsBelow(string place) => place.AsSpan().IndexOfAny(@"\:*?""<>|".AsSpan()) < 0
        && !place.Any(char.IsControl) && place.Split('/').All(part => part.Trim() is not ("" or "." or ".."));
}
