using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys under `file`: one of seven things that an object does with files, and how.</summary>
internal static class FileTaskKeys
{
    private static readonly Shape Value = new TextShape(TextForm.Value);

    private static readonly OptionMaker<FileTask> Make = new(
        "file", new FileTask(), task => task.At, usual: Effect.Reloads);

    public static SectionKey<FileTask> Copy { get; } = Text(
        "copy", "The files that are copied; * and ? in the name stand for several.",
        task => task.Copy, (task, files) => task with { Copy = files });

    public static SectionKey<FileTask> Move { get; } = Text(
        "move", "The files that are moved, or the one that gets another name.",
        task => task.Move, (task, files) => task with { Move = files });

    public static SectionKey<FileTask> Delete { get; } = Text(
        "delete", "The files that are removed.",
        task => task.Delete, (task, files) => task with { Delete = files });

    public static SectionKey<FileTask> MakeFolder { get; } = Text(
        "makeFolder", "The folder that is made, with those above it; it may be there.",
        task => task.MakeFolder, (task, folder) => task with { MakeFolder = folder });

    public static SectionKey<FileTask> WaitFor { get; } = Text(
        "waitFor", "The file that is waited for; of several that a pattern stands for one is enough.",
        task => task.WaitFor, (task, files) => task with { WaitFor = files });

    public static SectionKey<FileTask> Zip { get; } = Text(
        "zip", "The files that are packed into the archive `name`; they stay.",
        task => task.Zip, (task, files) => task with { Zip = files });

    public static SectionKey<FileTask> Unzip { get; } = Text(
        "unzip", "The archives that are unpacked; they stay.",
        task => task.Unzip, (task, files) => task with { Unzip = files });

    public static SectionKey<FileTask> IgnoreCase { get; } = Make.IgnoreCase(
        task => task.IgnoreCase, (task, value) => task with { IgnoreCase = value }) with
    { Acts = static task => task.Action != FileAction.MakeFolder };

    public static SectionKey<FileTask> Connection { get; } = Make.Of<string?>(
        new Key("connection", Parts.Name,
            "The folder of files that they are below; default the project's source or target that is one."),
        scalar => scalar.Text, name => name,
        task => task.Connection, (task, name) => task with { Connection = name });

    // Only where something is put somewhere.
    public static SectionKey<FileTask> To { get; } = Text(
        "to", "The folder that they are put into; default that of the connection itself.",
        task => task.To, (task, folder) => task with { To = folder }) with
    { Acts = IsPut };

    public static SectionKey<FileTask> ToConnection { get; } = Make.Of<string?>(
        new Key("toConnection", Parts.Name, "The folder of files that they are put below; default `connection`."),
        scalar => scalar.Text, name => name,
        task => task.ToConnection, (task, name) => task with { ToConnection = name }) with
    { Acts = IsPut };

    public static SectionKey<FileTask> Name { get; } = Text(
        "name", "How the one file is called there; default as it is.",
        task => task.Name, (task, name) => task with { Name = name }) with
    { Acts = static task => IsPut(task) && task.Action != FileAction.Unzip };

    public static SectionKey<FileTask> Existing { get; } = Make.Word(
        "existing", "What happens where a file with other content stands there",
        task => task.Existing, (task, word) => task with { Existing = word }) with
    { Acts = IsPut };

    public static SectionKey<FileTask> OnNone { get; } = Make.Word(
        "onNone", "What happens where there is no such file; skip = it succeeds",
        task => task.OnNone, (task, word) => task with { OnNone = word }) with
    { Acts = static task => task.Action != FileAction.MakeFolder };

    public static SectionKey<FileTask> Timeout { get; } = Make.Value(
        "timeout", Parts.Duration, "How long it is waited",
        scalar => scalar.ToDuration(), span => PropertyList.Duration(span),
        task => task.Timeout, (task, span) => task with { Timeout = span }) with
    { Acts = IsWait, Effects = Effect.None };

    public static SectionKey<FileTask> StableFor { get; } = Make.Value(
        "stableFor", Parts.Duration, "How long nobody must have written to the file",
        scalar => scalar.ToDuration(), span => span == TimeSpan.Zero ? null : PropertyList.Duration(span),
        task => task.StableFor, (task, span) => task with { StableFor = span }, "not at all") with
    { Acts = IsWait, Effects = Effect.None };

    /// <summary>The keys that say what is done, of which an object has one.</summary>
    public static IReadOnlyList<SectionKey<FileTask>> Actions { get; } =
        [Copy, Move, Delete, MakeFolder, WaitFor, Zip, Unzip];

    public static Section<FileTask> Section { get; } = Make.Section(
        [.. Actions, Connection, To, ToConnection, Name, Existing, OnNone, Timeout, StableFor, IgnoreCase]);

    // A plan tells what was written, whatever its variables are.
    private static SectionKey<FileTask> Text(
        string name, string what, Func<FileTask, string?> get, Func<FileTask, string?, FileTask> set) =>
        Make.Of<string?>(
            new Key(name, Value, what), scalar => scalar.Written ?? scalar.Text, text => text, get, set);

    private static bool IsPut(FileTask task) =>
        task.Action is FileAction.Copy or FileAction.Move or FileAction.Zip or FileAction.Unzip;

    /// <summary>Tells of which files a loop is told, which nobody writes at an object.</summary>
    public static void TellListed(PropertyList list, FileTask task)
    {
        if (task.IsListed)
        {
            list.Add($"{Section.Path}.list", task.Files, task.At);
        }
    }

    private static bool IsWait(FileTask task) => task.Action == FileAction.WaitFor;
}
