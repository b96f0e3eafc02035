using Orchestrator.Core;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;
using Orchestrator.Schedules;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes the triggers of batches of what was written, the environment laid over them.</summary>
internal sealed class TriggerBuilder(
    LoadContext context, Drafts drafts, IReadOnlyList<Connection> connections, IReadOnlyList<NamedCalendar> calendars,
    Draft? environment)
{
    private readonly TriggerTimes _times = new(context, calendars);

    public IReadOnlyList<Trigger> Build(Draft batch)
    {
        var written = batch.Named("triggers", "trigger");
        DeclaredNames.Duplicates(context, "trigger", written);
        return [.. written.DistinctBy(draft => draft.Name).Select(draft => Build(batch.Name, draft)).OfType<Trigger>()];
    }

    private Trigger? Build(string batch, Draft draft)
    {
        TriggerChecks.Check(context, draft);
        var map = draft.Map;
        var trigger = new Trigger
        {
            Name = draft.Name,
            Cron = _times.Cron(map),
            Every = _times.Every(map),
            After = After(map.Map(TriggerKeys.After.Name)),
            File = Arrival(map.Map(TriggerKeys.File.Name)),
            Misfire = new MisfireRule(MaxLate: _times.MaxLate(map)),
            At = draft.At,
        };
        trigger = TriggerKeys.Section.Read(trigger, map);
        if (Over(batch, draft.Name) is { } enabled)
        {
            trigger = TriggerKeys.Enabled.Read(trigger, enabled);
        }

        return trigger with { Schedule = _times.Schedule(map, trigger) };
    }

    private YamlScalar? Over(string batch, string trigger) => (environment?.Map.Items("triggers") ?? [])
        .OfType<YamlMap>().LastOrDefault(over => over.Text("batch") == batch && over.Text("trigger") == trigger)
        ?.Scalar(TriggerKeys.Enabled.Name);

    private AfterBatch? After(YamlMap? map)
    {
        if (map?.Scalar("batch") is not { } batch)
        {
            return null;
        }

        var known = drafts.Batches.Select(draft => draft.Name).ToArray();
        if (!known.Contains(batch.Text))
        {
            context.UnknownName("ORC1098", "batch", batch, known);
        }

        return new AfterBatch(batch.Text, map.Word("outcome", Outcome.Success));
    }

    private FileArrival? Arrival(YamlMap? map)
    {
        if (map?.Scalar("connection") is not { } connection || map.Scalar("name") is not { } name)
        {
            return null;
        }

        var known = connections.FirstOrDefault(one => one.Name == connection.Text);
        if (known is null)
        {
            context.UnknownName("ORC1021", "connection", connection, connections.Select(one => one.Name));
        }
        else if (!known.IsFolder)
        {
            context.Bag.Error("ORC1038", connection.At,
                $"no file arrives on '{known.Name}', which is a database",
                $"name a connection of platform {PlatformTable.Words(row => row.Form == StoreForm.Folder)}");
        }
        else if (known.Stored is { } stored)
        {
            context.Bag.Error("ORC1357", connection.At,
                $"nobody sees files arrive on '{known.Name}', whose folder {stored.Holder} has",
                "start the batch by a schedule; `onNone: skip` is for nights without a file");
        }

        if (name.Text.AsSpan().IndexOfAny('/', '\\') >= 0)
        {
            context.Bag.Error("ORC1012", name.At,
                $"expected 'name' to be the name of a file without a folder, got: '{name.Text}'",
                "files arrive in the folder of the connection itself; * and ? stand for any characters");
        }

        return new FileArrival(
            connection.Text, name.Text,
            map.Duration(FileKeys.StableFor.Name) ?? known?.Files.StableFor ?? TimeSpan.Zero);
    }
}
