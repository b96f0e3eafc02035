using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Diff;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>The key of an object that one kind has to itself, as it is known to who does not know the kind.</summary>
internal abstract class KindSection
{
    public abstract string Name { get; }

    /// <summary>The key as an object may have it, with all that stands under it.</summary>
    public abstract Key KeyOf(PackageKind kind);

    /// <summary>What an object says under it, which was held against the shape.</summary>
    /// <param name="map">The object.</param>
    /// <param name="at">Where the object was declared.</param>
    public abstract KindOptions Read(YamlMap map, Origin at);

    /// <summary>Tells what an object says under it.</summary>
    public abstract void Tell(PropertyList list, KindOptions? options);

    /// <summary>What a change of a value does to rows and tables.</summary>
    /// <param name="value">How a plan calls the value.</param>
    /// <param name="current">What it is now; null = what nobody writes.</param>
    public abstract ChangeEffects Effects(string value, string? current);
}

/// <summary>The same with the model of that kind.</summary>
/// <param name="section">The keys under it.</param>
/// <param name="what">What it is for.</param>
internal sealed class KindSection<TModel>(Section<TModel> section, string what) : KindSection
    where TModel : KindOptions
{
    public override string Name => section.Name;

    public Section<TModel> Section => section;

    /// <summary>The model with the places that it keeps, of what was written and where the object was declared; null =
    /// it keeps where its key stands.</summary>
    public Func<TModel, YamlMap, Origin, TModel>? Placed { get; init; }

    public override Key KeyOf(PackageKind kind) => new(Name, section.Shape, $"Kind {kind.Word}: {what}.");

    public override KindOptions Read(YamlMap map, Origin at)
    {
        var written = map.Map(Name) ?? new YamlMap(map.At, 0, []);
        KindOptions standard = section.Standard;
        var model = section.Read((TModel)(standard with { At = written.At }), written);
        return Placed is null ? model : Placed(model, written, at);
    }

    public override void Tell(PropertyList list, KindOptions? options)
    {
        if (options is TModel model)
        {
            section.Tell(list, model);
        }
    }

    public override ChangeEffects Effects(string value, string? current) => section.Effects(value, current);
}
