using Orchestrator.Metadata.Keys;

namespace Orchestrator.Metadata.Schema;

/// <summary>The keys of solution.yaml, connections, batches and environments.</summary>
internal static class SolutionShapes
{
    public static MapShape Connection { get; } = new("a connection",
        [Parts.Named("connection", "Its name."), .. ConnectionKeys.Section.Shape.Keys.Select(Required("platform"))]);

    private static readonly MapShape Variable = new("a variable", [
        Parts.Named("variable", "Its name: ${var:NAME}, in SQL @NAME."),
        new("dataType", new DataTypeShape(), "Its type."),
        new("required", Parts.Flag, "Whether a run must be given a value; default false."),
        new("default", new TextShape(TextForm.Default), "Its value; ${run:asOf} is the date of the night."),
        new("scope", new WordShape(["plan", "run"]),
            "plan (default) = it has its value before the run; run = packages of the run set it."),
        new("sensitive", Parts.Flag, "scope run: whether no text shows its values; default false."),
        new("rows", new NamedShape(new DataTypeShape()),
            "scope run, in the place of dataType: it is a small table with these columns."),
    ]);

    public static MapShape Batch { get; } = new("a batch", [
        Parts.Named("batch", "Its name."),
        .. BatchKeys.Section.Shape.Keys,
        .. CascadeKeys.All,
        Parts.SystemColumnsKey,
        HookKeys.OfGroups,
        new("triggers", new ListShape(TriggerShapes.Trigger), "What starts it by itself."),
        new("alerts", new ListShape(AlertShapes.Alert), "Who is told what of it."),
    ]);

    public static MapShape Environment { get; } = new("an environment", [
        Parts.Named("environment", "Its name."),
        new("protected", Parts.Flag, "Whether what destroys asks for its name."),
        new("connections", new ListShape(new MapShape("a connection", [Parts.Named("connection", "Its name."),
            .. ConnectionKeys.Section.Shape.Keys])), "What differs in this environment."),
        new("variables", new ListShape(new MapShape("a variable", [Parts.Named("variable", "Its name."),
            new("value", new TextShape(TextForm.Default), "Its value here.") { IsRequired = true }])),
            "Values of variables in this environment."),
        new("triggers", new ListShape(TriggerShapes.Overlay), "Triggers that fire here, or do not."),
        new("alerts", new ListShape(AlertShapes.Overlay), "Alerts that tell others here, or nothing."),
        new(MailKeys.Section.Name, AlertShapes.MailOverlay, "What differs of the server that sends mail."),
        new(FileServerKeys.List, new ListShape(FileServerKeys.Overlay), "What differs of file servers here."),
        new(StoreKeys.List, new ListShape(StoreKeys.Overlay), "What differs of stores here."),
        new(BlobStoreKeys.List, new ListShape(BlobStoreKeys.Overlay), "What differs of blob stores here."),
    ]);

    public static MapShape Solution { get; } = new("a solution", [
        new("formatVersion", new NumberShape(1), "Version of this format: 1.") { IsRequired = true },
        Parts.Named("solution", "Its name."),
        new("ledger", Parts.Name,
            "The connection whose database holds the ledger; default the file .orchestrator/ledger.db."),
        new(SolutionKeys.Section.Name, new MapShape("settings", [
            .. SolutionKeys.Section.Shape.Keys, .. CascadeKeys.All,
        ]), "Defaults of the solution."),
        new(MailKeys.Section.Name, MailKeys.Section.Shape, "The server through which mail is sent."),
        Parts.SystemColumnsKey,
        new("dataTypeMappings", new ListShape(new MapShape("a mapping of types", [
            new("from", new DataTypeShape(), "A type of a source.") { IsRequired = true },
            new("to", new DataTypeShape(), "What it becomes in a target.") { IsRequired = true },
        ])), "What types of sources become where a column has no dataType."),
        new("variables", new ListShape(Variable), "Values that a run is given."),
        new("connections", new ListShape(Connection), "Connections in place."),
        new("batches", new ListShape(Batch), "Batches in place."),
        new("calendars", new ListShape(TriggerShapes.Calendar), "Calendars in place."),
        new("projects", new ListShape(ProjectShapes.Project), "Projects in place."),
        new(FileServerKeys.List, new ListShape(FileServerKeys.Declared), "Servers that files come from and go to."),
        new(StoreKeys.List, new ListShape(StoreKeys.Declared), "Buckets that files are read from."),
        new(BlobStoreKeys.List, new ListShape(BlobStoreKeys.Declared),
            "Containers of Azure Blob that files are read from."),
        new(ParityKeys.List, new ListShape(ParityKeys.Declared), "What `compare parity` compares."),
    ]);

    private static Func<Key, Key> Required(string name) =>
        key => key.Name == name ? key with { IsRequired = true } : key;
}
