using Orchestrator.Core;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes the dependencies of an object: on others, on containers and projects, and any of several.</summary>
internal sealed class DependencyBuilder(LoadContext context, ConditionBuilder conditions)
{
    /// <summary>Those that must all hold.</summary>
    public IReadOnlyList<Dependency> Each(YamlMap map) =>
        [.. map.Items(DependencyKeys.Name).Where(item => !IsAny(item)).Select(One).OfType<Dependency>()];

    /// <summary>Those in groups of which one is enough.</summary>
    public IReadOnlyList<IReadOnlyList<Dependency>> AnyOf(YamlMap map) =>
    [
        .. map.Items(DependencyKeys.Name).Where(IsAny).OfType<YamlMap>().Select(Group).Where(group => group.Count > 0),
    ];

    private static bool IsAny(YamlNode item) => item is YamlMap map && map[DependencyKeys.Any] is not null;

    private List<Dependency> Group(YamlMap map)
    {
        foreach (var other in map.Entries.Select(entry => entry.Key).Where(key => key.Text != DependencyKeys.Any))
        {
            context.Bag.Error("ORC1172", other.At, $"'{other.Text}' stands beside '{DependencyKeys.Any}'",
                $"each of the list under '{DependencyKeys.Any}' has keys of its own; what must hold as well is another "
                + "item");
        }

        if (map[DependencyKeys.Any] is YamlList { Items.Count: 0, HasRefused: false } none)
        {
            context.Bag.Error("ORC1172", none.At, $"'{DependencyKeys.Any}' names nothing",
                "list what it depends on, of which one is enough");
        }

        return [.. map.Items(DependencyKeys.Any).Select(One).OfType<Dependency>()];
    }

    private Dependency? One(YamlNode item)
    {
        if (item is not YamlMap map)
        {
            return item is YamlScalar scalar ? new Dependency(scalar.Text, Outcome.Success, scalar.At) : null;
        }

        var named = DependencyKeys.Subjects.Where(subject => map[subject.Key] is not null).ToArray();
        if (named.Length == 1 && map.Scalar(named[0].Key) is { } name)
        {
            return new Dependency(name.Text, map.Word(DependencyKeys.Outcome, Outcome.Success), name.At)
            {
                On = named[0].On,
                When = conditions.Read(map.Scalar(ConditionKeys.When)),
            };
        }

        if (named.Length > 1)
        {
            context.Bag.Error("ORC1172", map.Entry(named[1].Key)!.Key.At,
                $"'{named[1].Key}' stands beside '{named[0].Key}' in a dependency",
                "write an item for each: it waits for all of them");
        }
        else if (!DependencyKeys.Subjects.Any(subject => map.Refused.Contains(subject.Key))
            && !map.Refused.Contains(DependencyKeys.Any))
        {
            context.Bag.Error("ORC1014", map.At, $"a dependency needs the key '{DependencyKeys.Subjects[0].Key}'",
                DependencyKeys.ObjectSummary);
        }

        return null;
    }
}
