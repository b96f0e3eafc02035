using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Lays one map over another: per key, maps into maps, columns by name; everything else replaces.</summary>
internal static class Overlay
{
    public static YamlMap Over(YamlMap below, YamlMap above)
    {
        var entries = below.Entries.Select(entry => above.Entry(entry.Key.Text) is { } nearer
            ? nearer with { Value = Value(entry, nearer) }
            : entry).ToList();
        entries.AddRange(above.Entries.Where(entry => below.Entry(entry.Key.Text) is null));
        return above with { Entries = entries };
    }

    private static YamlNode Value(YamlEntry below, YamlEntry above) => (below.Value, above.Value) switch
    {
        (YamlMap under, YamlMap over) => Over(under, over),
        (YamlList under, YamlList over) when above.Key.Text == "columns" => Columns(under, over),
        _ => above.Value,
    };

    private static YamlList Columns(YamlList below, YamlList above)
    {
        var nearer = above.Items.OfType<YamlMap>().ToList();
        var items = new List<YamlNode>();
        foreach (var column in below.Items.OfType<YamlMap>())
        {
            var over = nearer.Find(item => item.Text("column") == column.Text("column"));
            items.Add(over is null ? column : Over(column, over));
            if (over is not null)
            {
                nearer.Remove(over);
            }
        }

        return above with { Items = [.. items, .. nearer] };
    }
}
