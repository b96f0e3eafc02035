using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>What an environment lays over things that are listed by their names.</summary>
/// <param name="List">The key under which they are listed.</param>
/// <param name="Word">The key of a name.</param>
/// <param name="Called">What people call one.</param>
/// <param name="Unknown">The code of a name that nobody has declared.</param>
/// <param name="Lay">How what an environment says is laid over one.</param>
internal sealed record LaidOver(
    string List, string Word, string Called, string Unknown, Func<YamlMap, YamlMap, YamlMap> Lay)
{
    /// <summary>Each of them once, as it is in the environment.</summary>
    public IEnumerable<(Draft Draft, YamlMap Map)> Of(IReadOnlyList<Draft> drafts, Draft? environment)
    {
        var overlays = In(environment);
        return drafts.DistinctBy(draft => draft.Name).Select(draft =>
            (draft, overlays.Find(overlay => overlay.Text(Word) == draft.Name) is { } over
                ? Lay(draft.Map, over) : draft.Map));
    }

    /// <summary>Each that an environment names as it would be there, and none of them twice.</summary>
    public void Check(
        LoadContext context, IReadOnlyList<Draft> drafts, Draft environment, Action<Draft, YamlMap> check)
    {
        var seen = new HashSet<string>(StringComparer.Ordinal);
        foreach (var overlay in In(environment))
        {
            if (overlay.Scalar(Word) is not { } name)
            {
                continue;
            }

            if (!seen.Add(name.Text))
            {
                context.Bag.Error("ORC1020", name.At,
                    $"the {Called} '{name.Text}' stands twice in the environment '{environment.Name}'",
                    "keep one of the two");
            }
            else if (drafts.FirstOrDefault(draft => draft.Name == name.Text) is { } draft)
            {
                check(draft, Lay(draft.Map, overlay));
            }
            else
            {
                context.UnknownName(Unknown, Called, name, drafts.Select(one => one.Name));
            }
        }
    }

    private List<YamlMap> In(Draft? environment) => [.. (environment?.Map.Items(List) ?? []).OfType<YamlMap>()];
}
