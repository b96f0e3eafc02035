using Orchestrator.Core.Alerts;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>What is wrong with alerts. No message repeats an address, which may be secret.</summary>
internal static class AlertChecks
{
    /// <summary>One alert by itself, but for whom it tells.</summary>
    public static void Check(LoadContext context, Draft draft, Alert alert)
    {
        context.Addressable(draft.At, draft.Name, "batch and alert");
        foreach (var key in new[] { "when", "to" })
        {
            if (draft.Map[key] is YamlList { Items.Count: 0, HasRefused: false } none)
            {
                context.Bag.Error("ORC1105", none.At, $"'{key}' of the alert '{alert.Name}' is empty",
                    "list at least one, or leave the alert out");
            }
        }

        Twice(context, draft.Map, "when", alert.Name);

        // What is misspelt there may have been meant.
        var isOpen = draft.Map["when"] is not YamlList { HasRefused: false };
        Idle(context, draft.Map, "lateMargin", isOpen || alert.When.Contains(AlertEvent.Late),
            "'when' does not list Late");
        Idle(context, draft.Map, "staleAfter", isOpen || alert.When.Contains(AlertEvent.StaleAbsorber),
            "'when' does not list StaleAbsorber");

        // Where nobody is named, one is as good as another.
        var channels = alert.To.Concat(draft.Map.Texts("to")).Select(AlertChannels.Of)
            .DefaultIfEmpty(AlertChannels.All[0]).ToList();
        Idle(context, draft.Map, "secret", channels.ConvertAll(channel => channel.WhyUnsigned));
        Idle(context, draft.Map, "allowPrivate", channels.ConvertAll(channel => channel.WhyNotPrivate));

        Password(context, draft.Map.Scalar("secret"), "secret");
    }

    /// <summary>Whom an alert tells.</summary>
    /// <param name="context">What is said goes there.</param>
    /// <param name="map">Where `to` stands, which may be the environment.</param>
    /// <param name="alert">The alert.</param>
    /// <param name="hasMail">Whether a server that sends mail is declared.</param>
    public static void Targets(LoadContext context, YamlMap map, Alert alert, bool hasMail)
    {
        Twice(context, map, "to", alert.Name);
        foreach (var target in map.Items("to").OfType<YamlScalar>())
        {
            // A placeholder for all of it is looked at when a message is sent; of one for a part the rest is known.
            var isOpen = target.Text.Contains("${", StringComparison.Ordinal);
            var channel = AlertChannels.Of(target.Text);
            if (!isOpen && TargetAddress.Mistake(target.Text, alert.AllowPrivate) is { } mistake)
            {
                context.Bag.Error("ORC1106", target.At, $"an entry of 'to' of the alert '{alert.Name}' is no target: "
                    + mistake, null);
            }
            else if (channel.NeedsMailServer && !hasMail)
            {
                context.Bag.Error("ORC1107", target.At, $"the alert '{alert.Name}' {channel.Act}, and no server "
                    + "is declared for that", "declare it in solution.yaml: mail: {host: …, from: …}");
            }
            else if (!PlaceholderText.IsWhole(target.Text) && channel.WhyUnsigned is null && alert.Secret is null)
            {
                context.Bag.Error("ORC1108", target.At, $"the alert '{alert.Name}' {channel.Act}, and has no secret "
                    + "to sign with", "write secret: ${secret:NAME}, and give the receiver the same");
            }
        }
    }

    /// <summary>Alerts for buffers in batches that have none.</summary>
    public static void Buffers(LoadContext context, IReadOnlyList<Batch> batches, IReadOnlyList<Project> projects)
    {
        foreach (var batch in batches)
        {
            var hasBuffers = projects.Where(project => batch.Projects.Any(one => one.Project == project.Name))
                .SelectMany(project => project.Objects).Any(one => one.Absorb is not null);
            foreach (var alert in batch.Alerts.Where(
                alert => !hasBuffers && alert.When.Contains(AlertEvent.StaleAbsorber)))
            {
                context.Bag.Warning("ORC1109", alert.At, $"the alert '{alert.Name}' tells of buffers, and the batch "
                    + $"'{batch.Name}' has no object of kind absorb", "leave StaleAbsorber out");
            }
        }
    }

    /// <summary>A secret that stands there for all to read.</summary>
    public static void Password(LoadContext context, YamlScalar? text, string key)
    {
        if (text is not null && PlaceholderText.Written(text.Text).Length > 0)
        {
            context.Bag.Error("ORC1035", text.At, $"a secret stands in '{key}' in the open",
                "put ${secret:NAME} in its place, and change it: it is in git");
        }
    }

    private static void Twice(LoadContext context, YamlMap map, string key, string alert)
    {
        var seen = new HashSet<string>(StringComparer.Ordinal);
        foreach (var twice in map.Items(key).OfType<YamlScalar>().Where(item => !seen.Add(item.Text)))
        {
            context.Bag.Error("ORC1020", twice.At, $"an entry of '{key}' of the alert '{alert}' stands twice",
                "leave it out");
        }
    }

    // A key of targets does nothing where none of them has a use for it.
    private static void Idle(LoadContext context, YamlMap map, string key, List<string?> whys)
    {
        if (whys[0] is { } why)
        {
            Idle(context, map, key, whys.Contains(null), why);
        }
    }

    private static void Idle(LoadContext context, YamlMap map, string key, bool does, string why)
    {
        if (!does && map.Entry(key) is { } entry)
        {
            context.Bag.Error("ORC1038", entry.Key.At, $"'{key}' does nothing here: {why}", "leave it out",
                new Fix(entry.Key.At, 0, "# "));
        }
    }
}
