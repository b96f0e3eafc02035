using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>What is wrong with triggers, whatever their times say.</summary>
internal static class TriggerChecks
{
    private static readonly string[] Ways = ["cron", "every", "after", "file"];

    private static readonly (string Way, string[] Idle, string Why)[] Idle =
    [
        ("after", ["timeZone", "calendar", "misfire", "maxLate"], "it fires when the other batch ends, with its date"),
        ("file", ["calendar", "misfire", "maxLate"], "it fires when a file arrives"),
    ];

    /// <summary>One trigger by itself.</summary>
    public static void Check(LoadContext context, Draft draft)
    {
        context.Addressable(draft.At, draft.Name, "batch and trigger");
        var written = Ways.Select(draft.Map.Entry).OfType<YamlEntry>().ToList();
        if (written.Count == 0 && !Ways.Any(draft.Map.Refused.Contains))
        {
            context.Bag.Error("ORC1093", draft.At, $"the trigger '{draft.Name}' does not say when it fires",
                $"write one of {string.Join(", ", Ways)}");
        }
        else if (written.Count > 1)
        {
            context.Bag.Error("ORC1093", written[1].Key.At,
                $"'{written[0].Key.Text}' and '{written[1].Key.Text}' stand in the trigger '{draft.Name}'",
                "make two triggers of it");
        }
        else
        {
            RefuseIdle(context, draft);
        }
    }

    /// <summary>Batches that would start each other for ever.</summary>
    public static void Cycles(LoadContext context, IReadOnlyList<Batch> batches)
    {
        var edges = batches.Select(batch => (IReadOnlyList<int>)[.. batch.Triggers
            .Select(trigger => batches.ToList().FindIndex(other => other.Name == trigger.After?.Batch))
            .Where(place => place >= 0)]).ToList();
        if (CycleSearch.Find(edges) is { } cycle)
        {
            var first = batches[cycle[0]].Triggers.First(trigger => trigger.After?.Batch == batches[cycle[1]].Name);
            context.Bag.Error("ORC1104", first.At,
                $"the batches wait for each other: {string.Join(" → ", cycle.Select(place => batches[place].Name))}",
                "let one of them fire by a cron");
        }
    }

    private static void RefuseIdle(LoadContext context, Draft draft)
    {
        foreach (var (way, idle, why) in Idle.Where(one => draft.Map.Entry(one.Way) is not null))
        {
            foreach (var entry in idle.Select(draft.Map.Entry).OfType<YamlEntry>())
            {
                context.Bag.Error("ORC1038", entry.Key.At, $"'{entry.Key.Text}' does nothing beside '{way}': {why}",
                    "leave it out", new Fix(entry.Key.At, 0, "# "));
            }
        }

        if (draft.Map.Text("misfire") == "skip" && draft.Map.Entry("maxLate") is { } late)
        {
            context.Bag.Error("ORC1038", late.Key.At, "'maxLate' does nothing beside 'misfire: skip': what was missed "
                + "is passed over however late it is", "leave it out", new Fix(late.Key.At, 0, "# "));
        }
    }
}
