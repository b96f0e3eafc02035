using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>A key whose value is one property of the model.</summary>
/// <param name="Key">Its name, what it takes, and its text.</param>
/// <param name="Parse">The value of what was written.</param>
/// <param name="Get">The property.</param>
/// <param name="Set">The model with another value of it.</param>
/// <param name="Standard">The value where nobody writes one.</param>
/// <param name="Spellings">What a plan tells of it.</param>
internal sealed record SettingKey<TModel, TValue>(
    Key Key,
    Func<YamlNode, TValue> Parse,
    Func<TModel, Setting<TValue>> Get,
    Func<TModel, Setting<TValue>, TModel> Set,
    TValue Standard,
    IReadOnlyList<Spelled<TValue>> Spellings) : SectionKey<TModel>(Key)
    where TModel : class
{
    public override TModel Read(TModel model, YamlNode written) =>
        Set(model, new Setting<TValue>(Parse(written), written.At));

    public override TModel Reset(TModel model) => Set(model, Setting<TValue>.Default(Standard));

    public override void Tell(PropertyList list, TModel model)
    {
        var setting = Get(model);
        foreach (var spelled in IsTold(model) ? Spellings : [])
        {
            list.Add(spelled.Path, spelled.Of(setting.Value), setting.At, spelled.Standard);
        }
    }
}
