using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Schema;

/// <summary>The keys of solution.yaml, connections, batches and environments.</summary>
internal static class SolutionShapes
{
    // Whose key it is stands before what it says.
    private static readonly string OfFolders = $"{PlatformTable.Words(row => row.Form == StoreForm.Folder)}: ";
    private static readonly string OfFiles = $"{PlatformTable.Words(row => row.Form == StoreForm.File)}: ";

    private static readonly MapShape Format = new("a file format", [
        new("style", new WordShape(["csv", "bcp", "fixed", "jsonl"]),
            "csv (RFC 4180, header), bcp, fixed or jsonl (one JSON object per line); default csv."),
        new("field", Parts.Text, "Field terminator; default a comma."),
        new("row", Parts.Text, "Row terminator; default a line feed."),
        new("widths", new ListShape(new NumberShape(1, Max: 1 << 20)),
            "fixed: the width of each column in characters."),
        new("encoding", new WordShape(["utf-8", "utf-16le", "utf-16be"]), "Default utf-8; a byte order mark wins."),
        new("terminatorInColumns", new WordShape(["refuse", "allow"]),
            "allow = a row terminator counts only after the last column; default refuse."),
        new("formulas", new WordShape(["keep", "defuse"]),
            "csv, as a target: defuse = text that a spreadsheet would compute gets an apostrophe first; default keep."),
    ]);

    private static readonly IReadOnlyList<Key> ConnectionKeys =
    [
        new("platform", new WordShape([.. PlatformTable.All.Select(row => row.Word)]), "What kind of store it is."),
        new("stage", new WordShape(["SRC", "LND", "STG", "PSA", "TGT"]), "The storey it is on."),
        new("connectionString", new TextShape(TextForm.Secret),
            OfFiles + "Data Source=FILE. ${env:NAME} and ${secret:NAME} may stand for values or for all of it."),
        new("isolation", new WordShape(["readCommitted", "snapshot", "readUncommitted", "repeatableRead"]),
            "Servers: what a package that reads sees of others' changes; default readCommitted."),
        new("rowSecurity", new WordShape(["refused", "accepted"]),
            "Servers: whether rows that are hidden and values that are masked end a load (refused, the default)."),
        new("reloadable", Parts.Flag, "Whether all that it holds can be loaded again; default false."),
        new(DurabilityKeys.Section.Name, DurabilityKeys.Section.Shape,
            "Whether commits of a run may reach the disk later than they return."),
        new("recordSource", Parts.Text, "What goes into RowRecordSource; 10 characters at most."),
        new("maxConcurrency", Parts.Limit, "Packages at work on it at once; default no cap."),
        new("file", new TextShape(TextForm.Place),
            OfFiles + "database file; may hold {connection}, {project}, {container}, {object}."),
        new("folder", new TextShape(TextForm.Place), OfFolders + "the folder; files outside it are refused."),
        new("formats", new NamedShape(Format), OfFolders + "named formats; csv and tsv are built in."),
        new(FileKeys.Section.Name, FileKeys.Section.Shape, OfFolders + "which of them are taken."),
        new(LimitKeys.Section.Name, LimitKeys.Section.Shape, OfFolders + "what is over is an error."),
    ];

    public static MapShape Connection { get; } = new("a connection",
        [Parts.Named("connection", "Its name."), .. ConnectionKeys.Select(Required("platform"))]);

    private static readonly MapShape Variable = new("a variable", [
        Parts.Named("variable", "Its name: ${var:NAME}, in SQL @NAME."),
        new("dataType", new DataTypeShape(), "Its type.") { IsRequired = true },
        new("required", Parts.Flag, "Whether a run must be given a value; default false."),
        new("default", new TextShape(TextForm.Default), "Its value; ${run:asOf} is the date of the night."),
    ]);

    public static MapShape Batch { get; } = new("a batch", [
        Parts.Named("batch", "Its name."),
        .. BatchKeys.Section.Shape.Keys,
        .. CascadeKeys.All,
        Parts.SystemColumnsKey,
        Parts.Hooks,
        new("triggers", new ListShape(TriggerShapes.Trigger), "What starts it by itself."),
        new("alerts", new ListShape(AlertShapes.Alert), "Who is told what of it."),
    ]);

    public static MapShape Environment { get; } = new("an environment", [
        Parts.Named("environment", "Its name."),
        new("protected", Parts.Flag, "Whether what destroys asks for its name."),
        new("connections", new ListShape(new MapShape("a connection", [Parts.Named("connection", "Its name."),
            .. ConnectionKeys])), "What differs in this environment."),
        new("variables", new ListShape(new MapShape("a variable", [Parts.Named("variable", "Its name."),
            new("value", new TextShape(TextForm.Default), "Its value here.") { IsRequired = true }])),
            "Values of variables in this environment."),
        new("triggers", new ListShape(TriggerShapes.Overlay), "Triggers that fire here, or do not."),
        new("alerts", new ListShape(AlertShapes.Overlay), "Alerts that tell others here, or nothing."),
        new("mail", AlertShapes.MailOverlay, "What differs of the server that sends mail."),
    ]);

    public static MapShape Solution { get; } = new("a solution", [
        new("formatVersion", new NumberShape(1), "Version of this format: 1.") { IsRequired = true },
        Parts.Named("solution", "Its name."),
        new("ledger", Parts.Name,
            "The connection whose database holds the ledger; default the file .orchestrator/ledger.db."),
        new("settings", new MapShape("settings", [
            new("maxConcurrency", Parts.Limit, "The gate of a run; default -1 = processors + 2."),
            new("objectNamePattern", Parts.Name, "Target name of an object: @@this, @@schema, @@rs."),
            new("retention", new MapShape("retention", [
                new("runs", Parts.Duration, "How long `purge` keeps runs; default 400d."),
                new("events", Parts.Duration, "How long it keeps transitions and samples of runs; default 30d."),
                new("rejects", Parts.Duration, "How long it keeps rejected rows in error tables; default 90d."),
            ]), "What `purge` keeps."),
            .. CascadeKeys.All,
        ]), "Defaults of the solution."),
        new("mail", AlertShapes.Mail, "The server through which alerts are mailed."),
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
    ]);

    private static Func<Key, Key> Required(string name) =>
        key => key.Name == name ? key with { IsRequired = true } : key;
}
