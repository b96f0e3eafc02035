using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Loading;

/// <summary>What a document is: its first key tells.</summary>
internal static class DocumentKinds
{
    private static readonly Dictionary<string, MapShape> Shapes = new(StringComparer.Ordinal)
    {
        ["solution"] = SolutionShapes.Solution,
        ["connection"] = SolutionShapes.Connection,
        ["batch"] = SolutionShapes.Batch,
        ["calendar"] = TriggerShapes.Calendar,
        ["environment"] = SolutionShapes.Environment,
        ["project"] = ProjectShapes.Project,
        ["object"] = ProjectShapes.Object,
        ["catalog"] = CatalogShapes.Table,
    };

    public static IEnumerable<string> Words => Shapes.Keys;

    public static MapShape ShapeOf(string kind) => Shapes[kind];

    /// <summary>Whether a document says what holds in every environment, wherever it stands.</summary>
    public static bool IsOfAll(YamlMap map) => map.Entries.Count > 0
        && map.Entries[0].Key.Text is var first && first != "environment"
        && (first == "formatVersion" || Shapes.ContainsKey(first));

    /// <summary>
    /// The kind, and the map with a misspelt first key put right, so that the rest of it is read all the same.
    /// </summary>
    public static (string? Kind, YamlMap Map) Of(YamlMap map, string path, LoadContext context)
    {
        var first = map.Entries[0].Key;
        var kind = first.Text == "formatVersion" ? "solution" : first.Text;
        if (Shapes.ContainsKey(kind))
        {
            return (kind, map);
        }

        var later = Shapes.Keys.Where(word => word != "project" && map[word] is not null).ToArray();
        if (later.Length == 1 || (later.Length == 0 && map["project"] is not null))
        {
            kind = later.Length == 1 ? later[0] : "project";
            context.Bag.Error("ORC1009", first.At, $"the first key tells what a document is, got: '{first.Text}'",
                $"put '{kind}' first");
            return (kind, map);
        }

        var nearest = Nearest.Find(first.Text, Shapes.Keys);
        context.Bag.Error("ORC1009", first.At, $"the first key tells what a document is, got: '{first.Text}'",
            "begin with one of: " + string.Join(", ", Words),
            nearest is null ? null : new Fix(first.At, first.Length, nearest));
        var meant = nearest ?? ByPlace(path);
        return nearest is null
            ? (null, map)
            : (meant, map with
            {
                Entries = [map.Entries[0] with { Key = first with { Text = meant! } },
                .. map.Entries.Skip(1)]
            });
    }

    private static string? ByPlace(string path) => path.Split('/')[0] switch
    {
        "connections" => "connection",
        "batches" => "batch",
        "calendars" => "calendar",
        "environments" => "environment",
        "catalog" => "catalog",
        _ => null,
    };
}
