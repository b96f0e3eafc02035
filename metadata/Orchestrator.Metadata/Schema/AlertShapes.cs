using Orchestrator.Core.Alerts;

namespace Orchestrator.Metadata.Schema;

/// <summary>The keys of alerts and of the server that sends mail.</summary>
internal static class AlertShapes
{
    private static readonly Shape To = new ListShape(new TextShape(TextForm.Secret));

    public static MapShape Alert { get; } = new("an alert", [
        Parts.Named("alert", "Its name, unique in its batch."),
        new("when", new ListShape(new WordShape(Enum.GetNames<AlertEvent>())), "What it tells.") { IsRequired = true },
        new("to", To, $"Whom it tells: {string.Join(", or ", AlertChannels.All.Select(channel => channel.Entry))}; "
            + "may be ${secret:NAME}.")
        {
            IsRequired = true,
        },
        new("lateMargin", Parts.Duration,
            "Late: how long after its usual time, or its firing's, something is late; default 15m."),
        new("staleAfter", Parts.Duration, "StaleAbsorber: how old the oldest row of a buffer may be; default 15m."),
        new("secret", new TextShape(TextForm.Secret), "What its webhooks are signed with, as ${secret:NAME}."),
        new("allowPrivate", Parts.Flag,
            "Whether its webhooks may be at addresses of the own machine or network, and plain http; default false."),
        new("enabled", Parts.Flag, "Whether it tells anything; default true."),
    ]);

    public static MapShape Overlay { get; } = new("an alert", [
        new("batch", Parts.Name, "The batch.") { IsRequired = true },
        Parts.Named("alert", "Its name."),
        new("enabled", Parts.Flag, "Whether it tells anything here."),
        new("to", To, "Whom it tells here."),
    ]);

    private static IReadOnlyList<Key> MailKeys { get; } =
    [
        new("host", Parts.Text, "Its name."),
        new("port", new NumberShape(1, Max: 65535), "Its port; default 587, with tls: implicit 465, with none 25."),
        new("tls", new WordShape(["starttls", "implicit", "none"]),
            "How the connection becomes secret: it must be made so, it is from the start, or it stays in the open; "
            + "default starttls."),
        new("user", new TextShape(TextForm.Secret), "Who signs in; default nobody."),
        new("password", new TextShape(TextForm.Secret), "Their password, as ${secret:NAME}."),
        new("from", Parts.Text, "The mailbox from which mail comes."),
    ];

    public static MapShape Mail { get; } = new("mail", [.. MailKeys.Select(key =>
        key.Name is "host" or "from" ? key with { IsRequired = true } : key)]);

    public static MapShape MailOverlay { get; } = new("mail", MailKeys);
}
