using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>
/// The keys under `files` of a folder: which of its files are taken. A plan tells them with what each package reads.
/// </summary>
internal static class FileKeys
{
    private static readonly OptionMaker<Connection> Make = new(
        "files", new Connection { Name = "", Platform = PlatformTable.Folder }, connection => connection.At,
        "source.files");

    public static SectionKey<Connection> Take { get; } = Make.Value(
        "take", new WordShape(["all", "new", "latest"]),
        "all, those whose content was not loaded yet, or the one that was written last",
        scalar => scalar.ToWord<FileTake>(), take => PropertyList.Word(take),
        connection => connection.Files.Take, (connection, value) => With(
            connection, connection.Files with { Take = value })) with
    { Effects = Effect.Reloads };

    // When files are taken, and where they go afterwards, changes no row.
    public static SectionKey<Connection> StableFor { get; } = Make.Value(
        "stableFor", Parts.Duration, "How long nobody must have written to a file",
        scalar => scalar.ToDuration(), span => span == TimeSpan.Zero ? null : PropertyList.Duration(span),
        connection => connection.Files.StableFor,
        (connection, value) => With(connection, connection.Files with { StableFor = value }), "not at all");

    public static SectionKey<Connection> DoneFile { get; } = Make.Value<string?>(
        "doneFile", Parts.Name, "The file beside it that says that it is complete; * is its name",
        scalar => scalar.Text, name => name, connection => connection.Files.DoneFile,
        (connection, value) => With(connection, connection.Files with { DoneFile = value }));

    public static SectionKey<Connection> OnNone { get; } = Make.Word(
        "onNone", "skip = the target is left as it is", connection => connection.Files.OnNone,
        (connection, value) => With(connection, connection.Files with { OnNone = value }));

    public static SectionKey<Connection> NameColumn { get; } = Make.Value<string?>(
        "nameColumn", Parts.NameOfColumn, "A column with the name of the file that a row comes from",
        scalar => scalar.Text, name => name,
        connection => connection.Files.NameColumn, (connection, value) => With(
            connection, connection.Files with { NameColumn = value })) with
    { Effects = Effect.Reloads };

    public static SectionKey<Connection> Archive { get; } = Make.Value<string?>(
        "archive", Parts.Text, "Where files go once they are loaded, below the folder",
        scalar => scalar.Text.TrimEnd('/'), place => place, connection => connection.Files.Archive,
        (connection, value) => With(connection, connection.Files with { Archive = value }), "they stay");

    public static SectionKey<Connection> Rejected { get; } = Make.Value<string?>(
        "rejected", Parts.Text, "Where files go that a load failed of, below the folder",
        scalar => scalar.Text.TrimEnd('/'), place => place, connection => connection.Files.Rejected,
        (connection, value) => With(connection, connection.Files with { Rejected = value }), "they stay");

    public static Section<Connection> Section { get; } =
        Make.Section([Take, StableFor, DoneFile, OnNone, NameColumn, Archive, Rejected]);

    private static Connection With(Connection connection, FileIntake files) => connection with { Files = files };
}
