using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys of a connection, beside its name.</summary>
internal static class ConnectionKeys
{
    // Whose key it is stands before what it says.
    private static readonly string OfFolders = $"{PlatformTable.Words(row => row.Form == StoreForm.Folder)}: ";
    private static readonly string OfFiles = $"{PlatformTable.Words(row => row.Form == StoreForm.File)}: ";

    private static readonly OptionMaker<Connection> Make = new(
        "connection", new Connection { Name = "", Platform = PlatformTable.Default }, connection => connection.At, "");

    public static SectionKey<Connection> Platform { get; } = Make.Of(
        new Key("platform", new WordShape([.. PlatformTable.All.Select(row => row.Word)]), "What kind of store it is."),
        scalar => scalar.ToWord<Platform>(), platform => platform.ToString(),
        connection => connection.Platform, (connection, value) => connection with { Platform = value },
        isAlwaysTold: true) with
    { Effects = Effect.Reshapes };

    public static SectionKey<Connection> Stage { get; } = Make.Of(
        new Key("stage", new WordShape(["SRC", "LND", "STG", "PSA", "TGT"]), "The storey it is on."),
        scalar => scalar.ToWord<Stage>(), stage => stage.ToString().ToUpperInvariant(),
        connection => connection.Stage, (connection, value) => connection with { Stage = value });

    public static SectionKey<Connection> ConnectionString { get; } = Make.Of<string?>(
        new Key("connectionString", new TextShape(TextForm.Secret), OfFiles
            + "Data Source=FILE. ${env:NAME} and ${secret:NAME} may stand for values or for all of it."),
        scalar => scalar.Text, text => text,
        connection => connection.ConnectionString,
        (connection, value) => connection with { ConnectionString = value }) with
    { Effects = Effect.Reshapes, Acts = static connection => !connection.IsFolder };

    public static SectionKey<Connection> Isolation { get; } = Make.Word(
        "isolation", "Servers: what a package that reads sees of others' changes",
        connection => connection.Isolation, (connection, value) => connection with { Isolation = value }) with
    { Acts = static connection => connection.IsServer };

    public static SectionKey<Connection> RowSecurity { get; } = Make.Of(
        new Key("rowSecurity", WordShapes.Of<RowSecurity>(),
            "Servers: whether rows that are hidden and values that are masked end a load (refused, the default)."),
        scalar => scalar.ToWord<RowSecurity>(), word => PropertyList.Word(word),
        connection => connection.RowSecurity, (connection, value) => connection with { RowSecurity = value }) with
    { Acts = static connection => connection.IsServer };

    public static SectionKey<Connection> Reloadable { get; } = Make.Flag(
        "reloadable", "Whether all that it holds can be loaded again",
        connection => connection.Reloadable, (connection, value) => connection with { Reloadable = value }) with
    { Acts = static connection => !connection.IsFolder };

    public static SectionKey<Connection> DelayedDurability { get; } = new BuiltKey<Connection>(
        new Key(DurabilityKeys.Section.Name, DurabilityKeys.Section.Shape,
            "Whether commits of a run may reach the disk later than they return."),
        DurabilityKeys.Tell)
    {
        Acts = static connection => connection.Facts.Scopes.Count > 0,
    };

    public static SectionKey<Connection> RecordSource { get; } = Make.Of<string?>(
        new Key("recordSource", Parts.Text, "What goes into RowRecordSource; 10 characters at most."),
        scalar => scalar.Text, text => text,
        connection => connection.RecordSource, (connection, value) => connection with { RecordSource = value }) with
    { Effects = Effect.Reloads };

    public static SectionKey<Connection> MaxConcurrency { get; } = Make.Cap(
        "maxConcurrency", "Packages at work on it at once",
        connection => connection.MaxConcurrency, (connection, value) => connection with { MaxConcurrency = value });

    public static SectionKey<Connection> File { get; } = Make.Of(
        new Key("file", new TextShape(TextForm.Place),
            OfFiles + "database file; may hold {connection}, {project}, {container}, {object}."),
        scalar => scalar.Text, file => PropertyList.Path(file),
        connection => connection.File, (connection, value) => connection with { File = value }) with
    { Effects = Effect.Reshapes, Acts = static connection => connection.Facts.Form == StoreForm.File };

    public static SectionKey<Connection> Folder { get; } = Make.Of<string?>(
        new Key("folder", new TextShape(TextForm.Place),
            OfFolders + "the folder, or sftp://SERVER/FOLDER, s3://STORE/FOLDER, azure://STORE/FOLDER; files outside "
            + "it are refused."),
        scalar => scalar.Text, folder => folder is null ? null : PropertyList.Path(folder),
        connection => connection.Folder, (connection, value) => connection with { Folder = value }) with
    { Effects = Effect.Reloads, Acts = static connection => connection.IsFolder };

    public static SectionKey<Connection> Formats { get; } = new BuiltKey<Connection>(
        new Key("formats", new NamedShape(new MapShape("a file format", FormatKeys.Section.Shape.Keys)),
            OfFolders + "named formats; csv and tsv are built in."))
    {
        Acts = static connection => connection.IsFolder,
    };

    // A plan tells them with what each package reads.
    public static SectionKey<Connection> Files { get; } = new BuiltKey<Connection>(
        new Key(FileKeys.Section.Name, FileKeys.Section.Shape, OfFolders + "which of them are taken."))
    {
        Acts = static connection => connection.IsFolder,
    };

    public static SectionKey<Connection> Limits { get; } = new BuiltKey<Connection>(
        new Key(LimitKeys.Section.Name, LimitKeys.Section.Shape, OfFolders + "what is over is an error."),
        LimitKeys.Section.Tell);

    // A plan tells where a connection leads before how it is used.
    public static Section<Connection> Section { get; } = Make.Section(
        [
            Platform, Stage, ConnectionString, Isolation, RowSecurity, Reloadable, DelayedDurability, RecordSource,
            MaxConcurrency, File, Folder, Formats, Files, Limits,
        ],
        [
            Platform, Stage, ConnectionString, Isolation, RowSecurity, Reloadable, DelayedDurability, Folder, File,
            RecordSource, MaxConcurrency, Formats, Files, Limits,
        ]);
}
