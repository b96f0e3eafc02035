using System.IO.Enumeration;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Says which object is in which container, where in it, and what is wrong with that.</summary>
internal static class Members
{
    public static BuiltContainers Share(BuildScope scope, EffectiveProject project,
        IReadOnlyList<BuiltContainer> containers, int inherited)
    {
        var context = scope.Context;
        var byObject = new Dictionary<string, BuiltContainer>(StringComparer.Ordinal);
        var matches = containers.Select(container => Matching(context, project, container)).ToList();
        foreach (var one in project.Objects)
        {
            var found = containers.Where((_, index) => matches[index].ContainsKey(one.Name)).ToList();
            if (Written(context, one, containers) is { } written && !found.Contains(written))
            {
                found.Add(written);
            }

            byObject[one.Name] = Only(context, project, one, found, containers);
        }

        foreach (var empty in containers.Where(container => !byObject.ContainsValue(container)
            && !containers.Any(inner => inner.Model.Loop?.Within == container.Model.Name)))
        {
            Empty(scope, project, empty, inherited);
        }

        var places = byObject.ToDictionary(
            one => one.Key,
            one => matches[containers.Index().First(each => each.Item == one.Value).Index]
                .GetValueOrDefault(one.Key, int.MaxValue),
            StringComparer.Ordinal);
        return new BuiltContainers(containers, byObject, places);
    }

    private static BuiltContainer? Written(LoadContext context, EffectiveObject one,
        IReadOnlyList<BuiltContainer> containers)
    {
        if (one.Map.Scalar("container") is not { } name)
        {
            return null;
        }

        var found = containers.FirstOrDefault(container => container.Model.Name == name.Text);
        if (found is null)
        {
            context.UnknownName("ORC1024", "container", name, containers.Select(container => container.Model.Name));
        }

        return found;
    }

    private static BuiltContainer Only(LoadContext context, EffectiveProject project, EffectiveObject one,
        List<BuiltContainer> found, IReadOnlyList<BuiltContainer> containers)
    {
        if (found.Count > 1)
        {
            context.Bag.Error("ORC1027", one.At,
                $"the object '{one.Name}' of '{project.Draft.Name}' is in two containers, "
                + string.Join(" and ", found.Select(container => container.Model.Name)), "take it out of one of them");
        }

        if (found.Count > 0)
        {
            return found[0];
        }

        var fallback = containers.FirstOrDefault(container => container.Model.IsDefault);
        if (fallback is null && one.Map["container"] is null)
        {
            context.Bag.Error("ORC1028", one.At,
                $"the object '{one.Name}' of '{project.Draft.Name}' is in no container",
                "add it to the members of one, or mark one with default: true");
        }

        return fallback ?? containers[0];
    }

    // The order of `members` is the order in a Linear container. Who is named stands where the name stands, also where
    // a pattern before it means him too; the others stand where the first pattern or tag means them.
    private static Dictionary<string, int> Matching(
        LoadContext context, EffectiveProject project, BuiltContainer container)
    {
        var places = new Dictionary<string, int>(StringComparer.Ordinal);
        var named = new HashSet<string>(StringComparer.Ordinal);
        var members = container.Map?["members"];
        var isByTag = members is YamlMap;
        var items = members is YamlMap map ? map.Items("tags") : (members as YamlList)?.Items ?? [];
        foreach (var (place, item) in items.OfType<YamlScalar>().Index())
        {
            var found = project.Objects.Where(one => isByTag
                ? one.Map.Texts("tags").Contains(item.Text)
                : FileSystemName.MatchesSimpleExpression(item.Text, one.WrittenName, ignoreCase: false)
                || item.Text == one.Name).ToList();
            foreach (var one in found)
            {
                var isNamed = !isByTag && (item.Text == one.Name || item.Text == one.WrittenName);
                if ((isNamed && named.Add(one.Name)) || !places.ContainsKey(one.Name))
                {
                    places[one.Name] = place;
                }
            }

            if (found.Count == 0 && !context.HasUnread && !context.Options.IsImported(project.Draft.Name)
                && !WaysToObjects.AreRefused(project))
            {
                Nothing(context, project, item, isByTag);
            }
        }

        return places;
    }

    private static void Nothing(LoadContext context, EffectiveProject project, YamlScalar item, bool isByTag)
    {
        var known = isByTag
            ? project.Objects.SelectMany(one => one.Map.Texts("tags")).Distinct()
            : project.Objects.Select(one => one.Name);
        var nearest = Nearest.Find(item.Text, known);
        context.Bag.Error("ORC1026", item.At, isByTag
            ? $"no object has the tag '{item.Text}'"
            : $"no object is called '{item.Text}'", nearest is null ? "remove it, or add the object" : null,
            nearest is null ? null : new Fix(item.At, item.Length, nearest));
    }

    private static void Empty(BuildScope scope, EffectiveProject project, BuiltContainer empty, int inherited)
    {
        var context = scope.Context;
        if (context.HasUnread || context.Options.IsImported(project.Draft.Name) || WaysToObjects.AreRefused(project))
        {
            return;
        }

        var written = project.Draft.Map;
        var isListed = written.Scalar("objects") is not null && written.Scalar("source") is not null;
        if (empty.Map is null && isListed)
        {
            return; // why its files make no objects has been said
        }

        if (empty.Map is null)
        {
            context.Bag.Error("ORC1029", project.Draft.At, $"the project '{project.Draft.Name}' has no objects",
                WaysToObjects.Of(scope, project.Draft, scope.Connection(written.Text("source"))));
        }
        else if (empty.Model.IsDefault && inherited == 0 && project.Objects.Count > 0)
        {
            context.Bag.Warning("ORC1029", empty.Model.At, $"the default container '{empty.Model.Name}' is empty",
                "remove it if every object has its place");
        }
        else if (!empty.Model.IsDefault || project.Objects.Count == 0)
        {
            context.Bag.Error("ORC1029", empty.Model.At, $"the container '{empty.Model.Name}' is empty",
                "give it members, or remove it");
        }
    }
}
