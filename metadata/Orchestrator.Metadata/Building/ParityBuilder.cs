using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;
using Orchestrator.Schedules;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes the comparisons of two nights of what was written.</summary>
internal static class ParityBuilder
{
    public static IReadOnlyList<ParityEntry> Build(
        LoadContext context, Draft? solution, IReadOnlyList<Connection> connections)
    {
        var maps = (solution?.Map.Items(ParityKeys.List) ?? []).OfType<YamlMap>().ToArray();
        foreach (var map in maps)
        {
            Check(context, map, connections);
        }

        return [.. maps.Select(map => ParityKeys.Section.Read(new ParityEntry { At = map.At }, map))];
    }

    private static void Check(LoadContext context, YamlMap map, IReadOnlyList<Connection> connections)
    {
        var sides = new[] { map.Scalar(ParityKeys.Old.Name), map.Scalar(ParityKeys.New.Name) }.OfType<YamlScalar>();
        var found = sides.Select(side => ConnectionOf(context, side, connections)).OfType<Connection>().ToArray();
        if (map.Map(ParityKeys.Allow.Name)?.Scalar(AllowKeys.Zone.Name) is { } zone
            && !TimeZones.TryFind(zone.Text, out _))
        {
            var near = ZoneNames.Near(zone.Text);
            context.Bag.Error("ORC6101", zone.At,
                $"expected '{AllowKeys.Zone.Name}' to be the name of a time zone, got: '{zone.Text}'",
                near.Count > 0 ? $"near are: {string.Join(", ", near)}" : "a name of IANA such as Europe/London");
        }

        if (map.Scalar(ParityKeys.Format.Name) is not { } format || found.Length == 0)
        {
            return;
        }

        var formats = found.Where(connection => connection.IsFolder)
            .SelectMany(connection => connection.Formats.Keys).ToArray();
        if (formats.Length == 0)
        {
            context.Bag.Error("ORC6102", format.At, $"'{ParityKeys.Format.Name}' is of files, and none is compared",
                "take it out");
        }
        else if (!formats.Contains(format.Text))
        {
            context.UnknownName("ORC1025", "format", format, formats);
        }
    }

    private static Connection? ConnectionOf(
        LoadContext context, YamlScalar side, IReadOnlyList<Connection> connections)
    {
        if (DataPlace.Of(side.Text) is not { } place)
        {
            context.Bag.Error("ORC6100", side.At, $"'{side.Text}' names no rows", $"write {DataPlace.Expected}");
            return null;
        }

        var connection = connections.FirstOrDefault(one => one.Name == place.Connection);
        if (connection is null)
        {
            RefuseUnknown(context, side, place.Connection, connections);
        }
        else if (connection.IsFolder && place.Query is not null)
        {
            context.Bag.Error("ORC6100", side.At, $"'{connection.Name}' is a folder of files, which answers no query",
                "name a file of it");
            return null;
        }

        return connection;
    }

    // It is a part of a text, so that nothing can be put in its place as a whole.
    private static void RefuseUnknown(
        LoadContext context, YamlScalar side, string name, IReadOnlyList<Connection> connections)
    {
        if (!context.MayBeUnread(name))
        {
            var names = connections.Select(one => one.Name).ToArray();
            context.Bag.Error("ORC1021", side.At, $"the connection '{name}' is not known",
                Nearest.Find(name, names) is { } near ? $"did you mean '{near}'?"
                    : $"there is: {string.Join(", ", names)}");
        }
    }
}
