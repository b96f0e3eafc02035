using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diff;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>
/// A key of a section of the metadata with all that is known of it: its name, what it takes and its text, how the model
/// takes it, how a plan tells it, and what a change of it does to rows. Who adds a key adds one of these.
/// </summary>
/// <param name="Key">Its name, what it takes, and its text.</param>
internal abstract record SectionKey<TModel>(Key Key)
    where TModel : class
{
    public string Name => Key.Name;

    /// <summary>What a change to a value does to rows and tables; null = to the value that nobody writes.</summary>
    public Func<string?, ChangeEffects> Effects { get; init; } = Effect.None;

    /// <summary>Whether it does anything in a model, as of a connection of that platform; default in each.</summary>
    public Func<TModel, bool> Acts { get; init; } = static _ => true;

    /// <summary>Whether it is told of a model, where its value means something; default of each.</summary>
    public Func<TModel, bool> IsTold { get; init; } = static _ => true;

    /// <summary>Of a key under `load` which loads take it beside the usual one; of others nobody asks.</summary>
    public LoadForms TakenBy { get; init; }

    /// <summary>The model with what was written, which was held against the shape.</summary>
    public abstract TModel Read(TModel model, YamlNode written);

    /// <summary>The model as if nobody had written the key.</summary>
    public abstract TModel Reset(TModel model);

    /// <summary>Tells what the model has.</summary>
    public abstract void Tell(PropertyList list, TModel model);
}
