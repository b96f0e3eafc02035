using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diff;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>Keys that stand together under one key, in the order in which people are told of them.</summary>
internal sealed class Section<TModel>(
    string name, string path, TModel standard, IReadOnlyList<SectionKey<TModel>> keys,
    IReadOnlyList<SectionKey<TModel>>? inPlans = null)
    where TModel : class
{
    public string Name { get; } = name;

    /// <summary>How a plan calls it; empty where it is no section but all that is said of a thing.</summary>
    public string Path { get; } = path;

    /// <summary>What holds where nobody writes any of them.</summary>
    public TModel Standard { get; } = standard;

    public IReadOnlyList<SectionKey<TModel>> Keys { get; } = keys;

    /// <summary>The same in the order of a plan, which may be one of its own.</summary>
    public IReadOnlyList<SectionKey<TModel>> InPlans { get; } = inPlans ?? keys;

    /// <summary>What a change does of a key that only an earlier or a later version knows.</summary>
    public Func<string?, ChangeEffects> Usual { get; init; } = Effect.None;

    public MapShape Shape { get; } = new(name, [.. keys.Select(key => key.Key)]);

    /// <summary>The model with what was written.</summary>
    public TModel Read(TModel model, YamlMap written)
    {
        foreach (var key in Keys)
        {
            if (written[key.Name] is { } value)
            {
                model = key.Read(model, value);
            }
        }

        return model;
    }

    /// <summary>Tells what the model has of each key.</summary>
    public void Tell(PropertyList list, TModel model)
    {
        foreach (var key in InPlans)
        {
            key.Tell(list, model);
        }
    }

    /// <summary>What a plan tells of the model.</summary>
    public IReadOnlyList<PlanProperty> Told(TModel model)
    {
        var list = new PropertyList();
        Tell(list, model);
        return list.Properties;
    }

    /// <summary>Whether a plan tells of the model what holds where nobody writes anything.</summary>
    public bool IsStandard(TModel model) => Told(model).All(property => property.IsDefault);

    /// <summary>What a change of a value does to rows and tables.</summary>
    /// <param name="value">How a plan calls the value: load.range.from; of a thing the key alone.</param>
    /// <param name="current">What it is now; null = what nobody writes.</param>
    /// <param name="unknown">What a key does that is not of the section; null = what is usual in it.</param>
    public ChangeEffects Effects(string value, string? current, ChangeEffects? unknown = null)
    {
        var before = Path.Length > 0 ? Path + "." : "";
        return value.StartsWith(before, StringComparison.Ordinal)
            && Find(value[before.Length..].Split('.')[0]) is { } key ? key.Effects(current) : unknown ?? Usual(current);
    }

    /// <summary>Whether a key does anything in a model; so does one that is not of the section.</summary>
    public bool Acts(string name, TModel model) => Find(name) is not { } key || key.Acts(model);

    private SectionKey<TModel>? Find(string word)
    {
        foreach (var key in Keys)
        {
            if (key.Name == word)
            {
                return key;
            }
        }

        return null;
    }
}
