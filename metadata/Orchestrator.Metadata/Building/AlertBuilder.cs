using Orchestrator.Core.Alerts;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes the alerts of batches of what was written, the environment laid over them.</summary>
internal sealed class AlertBuilder(LoadContext context, bool hasMail, Draft? environment)
{
    public IReadOnlyList<Alert> Build(Draft batch)
    {
        var written = batch.Named("alerts", "alert");
        DeclaredNames.Duplicates(context, "alert", written);
        return [.. written.DistinctBy(draft => draft.Name).Select(draft => Build(batch.Name, draft))];
    }

    private Alert Build(string batch, Draft draft)
    {
        var map = draft.Map;
        var over = Over(batch, draft.Name);
        var to = over?[AlertKeys.To.Name] is YamlList ? over : map;
        var alert = new Alert
        {
            Name = draft.Name,
            When = [.. map.Texts(AlertKeys.When.Name).Select(Enum.Parse<AlertEvent>)],
            To = to.Texts(AlertKeys.To.Name),
            At = draft.At,
            ToAt = to.Entry(AlertKeys.To.Name)?.Key.At ?? draft.At,
        };
        alert = AlertKeys.Section.Read(alert, map);
        if (over?.Scalar(AlertKeys.Enabled.Name) is { } enabled)
        {
            alert = AlertKeys.Enabled.Read(alert, enabled);
        }

        AlertChecks.Check(context, draft, alert);
        AlertChecks.Targets(context, map, alert, hasMail);
        if (to != map)
        {
            AlertChecks.Targets(context, to, alert, hasMail);
        }

        return alert;
    }

    private YamlMap? Over(string batch, string alert) => (environment?.Map.Items("alerts") ?? [])
        .OfType<YamlMap>().LastOrDefault(over => over.Text("batch") == batch && over.Text("alert") == alert);
}
