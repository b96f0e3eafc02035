using Orchestrator.Core.Alerts;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys of an alert, beside its name. Of webhooks a plan tells the host alone.</summary>
internal static class AlertKeys
{
    private static readonly OptionMaker<Alert> Make = new(
        "alert", new Alert { Name = "", When = [], To = [] }, alert => alert.At, "");

    public static SectionKey<Alert> When { get; } = Make.Built(
        new Key("when", new ListShape(new WordShape(Enum.GetNames<AlertEvent>())), "What it tells.")
        {
            IsRequired = true,
        },
        (list, alert) => list.AddList("when", alert.When.Select(one => one.ToString()), alert.At));

    public static SectionKey<Alert> To { get; } = Make.Built(
        new Key(
            "to", new ListShape(new TextShape(TextForm.Secret)),
            $"Whom it tells: {string.Join(", or ", AlertChannels.All.Select(channel => channel.Entry))}; "
                + "may be ${secret:NAME}.")
        {
            IsRequired = true,
        },
        (list, alert) => list.AddList("to", alert.To.Select(TargetAddress.NameOf), alert.ToAt));

    public static SectionKey<Alert> LateMargin { get; } = Make.Told(
        "lateMargin", Parts.Duration, "Late: how long after its usual time, or its firing's, something is late",
        scalar => scalar.ToDuration(), span => PropertyList.Duration(span),
        alert => alert.LateMargin, (alert, value) => alert with { LateMargin = value }) with
    { IsTold = static alert => alert.When.Contains(AlertEvent.Late) };

    public static SectionKey<Alert> StaleAfter { get; } = Make.Told(
        "staleAfter", Parts.Duration, "StaleAbsorber: how old the oldest row of a buffer may be",
        scalar => scalar.ToDuration(), span => PropertyList.Duration(span),
        alert => alert.StaleAfter, (alert, value) => alert with { StaleAfter = value }) with
    { IsTold = static alert => alert.When.Contains(AlertEvent.StaleAbsorber) };

    public static SectionKey<Alert> Secret { get; } = Make.Text(
        new Key("secret", new TextShape(TextForm.Secret), "What its webhooks are signed with, as ${secret:NAME}."),
        alert => alert.Secret, (alert, value) => alert with { Secret = value });

    public static SectionKey<Alert> AllowPrivate { get; } = Make.Flag(
        "allowPrivate", "Whether its webhooks may be at addresses of the own machine or network, and plain http",
        alert => alert.AllowPrivate, (alert, value) => alert with { AllowPrivate = value });

    public static SectionKey<Alert> Enabled { get; } = Make.FlagAt(
        "enabled", "Whether it tells anything", alert => new(alert.IsEnabled, alert.EnabledAt),
        (alert, enabled) => alert with { IsEnabled = enabled.Value, EnabledAt = enabled.At });

    public static Section<Alert> Section { get; } =
        Make.Section([When, To, LateMargin, StaleAfter, Secret, AllowPrivate, Enabled]);
}
