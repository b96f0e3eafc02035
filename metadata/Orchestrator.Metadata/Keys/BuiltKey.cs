using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>
/// A key that a builder reads: its value follows from more than what stands there, or what stands there has keys of its
/// own.
/// </summary>
/// <param name="Key">Its name, what it takes, and its text.</param>
/// <param name="Told">Tells what the model has; null = no plan tells it.</param>
internal sealed record BuiltKey<TModel>(Key Key, Action<PropertyList, TModel>? Told = null) : SectionKey<TModel>(Key)
    where TModel : class
{
    public override TModel Read(TModel model, YamlNode written) => model;

    // Nobody asks it: what the model would be without the key only the builder knows.
    public override TModel Reset(TModel model) => throw new NotSupportedException(Name);

    public override void Tell(PropertyList list, TModel model)
    {
        if (IsTold(model))
        {
            Told?.Invoke(list, model);
        }
    }
}
