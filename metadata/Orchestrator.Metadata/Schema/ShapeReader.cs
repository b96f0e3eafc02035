using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Schema;

/// <summary>
/// Holds a node against its shape: reports what does not fit and answers with what does, so that who builds the model
/// finds only values that it can read.
/// </summary>
internal sealed class ShapeReader(DiagnosticBag bag, Placeholders placeholders)
{
    // A map with so many is no metadata: one more message would help nobody.
    private const int UnknownMax = 100;

    private readonly ScalarReader _scalars = new(bag, placeholders);

    /// <summary>The good part of the node; null where there is none.</summary>
    public YamlNode? Read(YamlNode node, Shape shape, string key) => shape switch
    {
        MapShape map => ReadMap(node, map, key),
        ListShape list => ReadList(node, list, key),
        NamedShape named => ReadNamed(node, named, key),
        EitherShape either => ReadEither(node, either, key),
        _ => _scalars.Read(node, shape, key),
    };

    private YamlMap? ReadMap(YamlNode node, MapShape shape, string key)
    {
        if (node is not YamlMap map)
        {
            _scalars.Refuse(node, shape, key);
            return null;
        }

        if (map.Entries.Count == 0 && shape.NeedsOne)
        {
            bag.Error("ORC3660", map.At, $"expected '{key}' to be a map of at least one key, got: {{}}",
                "write at least one, or leave the key out");
            return null;
        }

        var good = new List<YamlEntry>();
        var free = shape.Keys.Select(known => known.Name).Where(name => map[name] is null).ToList();
        var refused = new List<string>();
        var unknown = 0;
        foreach (var (place, entry) in map.Entries.Index())
        {
            if (shape.Find(entry.Key.Text) is not { } known)
            {
                refused.Add(entry.Key.Text);
                unknown++;
                Unknown(entry.Key, shape, free, unknown, Cut(map, place));
            }
            else if (Read(entry.Value, known.Shape, known.Name) is { } value)
            {
                good.Add(new YamlEntry(entry.Key, value));
            }
            else
            {
                refused.Add(known.Name);
            }
        }

        foreach (var missing in shape.Keys.Where(known => known.IsRequired && free.Contains(known.Name)))
        {
            bag.Error("ORC1014", map.At, $"{shape.Title} needs the key '{missing.Name}'",
                $"{missing.Name}: {missing.Summary}");
        }

        return new YamlMap(map.At, map.Length, good) { Refused = refused };
    }

    // A key alone behind a value of the same line is the rest of that value.
    private static string? Cut(YamlMap map, int place) =>
        place > 0 && map.Entries[place] is { Value: YamlScalar { IsNull: true, Length: 0 } } entry
        && map.Entries[place - 1] is { Value: YamlScalar { IsPlain: true, IsNull: false } } before
        && before.Value.At.Line == entry.Key.At.Line
            ? $"within {{ }} the comma ends the value of '{before.Key.Text}': put a list in [ ], "
                + "and a text with a comma in quotes"
            : null;

    private void Unknown(YamlScalar key, MapShape shape, List<string> free, int count, string? cut)
    {
        if (count > UnknownMax)
        {
            if (count == UnknownMax + 1)
            {
                bag.Error("ORC1010", key.At, $"more than {UnknownMax} keys of {shape.Title} are not known",
                    "is this file metadata at all? The rest of its keys is not listed");
            }

            return;
        }

        var nearest = Nearest.Find(key.Text, free);
        bag.Error("ORC1010", key.At, $"the key '{key.Text}' is not known in {shape.Title}", nearest is null
            ? cut ?? "known are: " + string.Join(", ", shape.Keys.Select(known => known.Name))
            : null, nearest is null ? null : new Fix(key.At, key.Length, nearest));
    }

    private YamlList? ReadList(YamlNode node, ListShape shape, string key)
    {
        if (node is YamlList { Items.Count: 0 } && shape.NeedsOne)
        {
            bag.Error("ORC3660", node.At, $"expected '{key}' to be a list of at least one, got: []",
                "name at least one, or leave the key out");
            return null;
        }

        if (node is YamlList list)
        {
            YamlNode[] good = [.. list.Items.Select(item => Read(item, shape.Item, key)).OfType<YamlNode>()];
            good = shape.IsDistinct ? Once(good, key) : good;
            return new YamlList(list.At, list.Length, good) { HasRefused = good.Length < list.Items.Count };
        }

        var fix = node is YamlScalar { IsPlain: true, IsNull: false } scalar
            ? new Fix(scalar.At, scalar.Length, $"[{scalar.Text}]")
            : null;
        _scalars.Refuse(node, shape, key, fix);
        return null;
    }

    private YamlNode[] Once(YamlNode[] items, string key)
    {
        var first = new Dictionary<string, Origin>(StringComparer.Ordinal);
        var once = new List<YamlNode>();
        foreach (var item in items)
        {
            if (item is not YamlScalar scalar || first.TryAdd(scalar.Text, scalar.At))
            {
                once.Add(item);
                continue;
            }

            bag.Error("ORC1020", item.At, $"'{scalar.Text}' stands twice in '{key}', first at {first[scalar.Text]}",
                "take one of the two out");
        }

        return [.. once];
    }

    private YamlMap? ReadNamed(YamlNode node, NamedShape shape, string key)
    {
        if (node is not YamlMap map)
        {
            _scalars.Refuse(node, shape, key);
            return null;
        }

        return new YamlMap(map.At, map.Length, [.. map.Entries
            .Where(entry => _scalars.Read(entry.Key, Parts.Name, key) is not null)
            .Select(entry => (entry.Key, Value: Read(entry.Value, shape.Value, entry.Key.Text)))
            .Where(entry => entry.Value is not null)
            .Select(entry => new YamlEntry(entry.Key, entry.Value!))]);
    }

    private YamlNode? ReadEither(YamlNode node, EitherShape shape, string key)
    {
        var option = shape.Options.FirstOrDefault(option => node switch
        {
            YamlMap => option is MapShape or NamedShape,
            YamlList => option is ListShape,
            _ => option is not (MapShape or NamedShape or ListShape),
        });
        if (option is not null)
        {
            return Read(node, option, key);
        }

        _scalars.Refuse(node, shape, key, node is YamlScalar { IsPlain: true, IsNull: false } scalar
            && shape.Options[0] is ListShape ? new Fix(scalar.At, scalar.Length, $"[{scalar.Text}]") : null);
        return null;
    }
}
