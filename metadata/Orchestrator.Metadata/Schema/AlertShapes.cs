using Orchestrator.Metadata.Keys;

namespace Orchestrator.Metadata.Schema;

/// <summary>The keys of alerts, and what an environment says of them and of the server that sends mail.</summary>
internal static class AlertShapes
{
    public static MapShape Alert { get; } = new("an alert",
        [Parts.Named("alert", "Its name, unique in its batch."), .. AlertKeys.Section.Shape.Keys]);

    public static MapShape Overlay { get; } = new("an alert", [
        new("batch", Parts.Name, "The batch.") { IsRequired = true },
        Parts.Named("alert", "Its name."),
        new("enabled", Parts.Flag, "Whether it tells anything here."),
        new("to", AlertKeys.To.Key.Shape, "Whom it tells here."),
    ]);

    public static MapShape MailOverlay { get; } = new(
        "mail", [.. MailKeys.Section.Shape.Keys.Select(key => key with { IsRequired = false })]);
}
