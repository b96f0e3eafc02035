using Orchestrator.Core;
using Orchestrator.Metadata.Keys;

namespace Orchestrator.Metadata.Model;

/// <summary>
/// The kinds of package, a row each. Nothing but a kind's own folder names one: whatever depends on kinds asks the row.
/// </summary>
public static class KindTable
{
    /// <summary>The key of an object that says whether it may run again.</summary>
    public const string IdempotentKey = "idempotent";

    /// <summary>The key of an object that names a class of a plug-in.</summary>
    public const string PluginKey = "plugin";

    private const string TargetKey = "target";

    // What reads and writes rows takes; before the rows that name it, as it is made in this order.
    private static readonly string[] OfLoads = ["source", "columns", "load", "errors", "systemColumns", "facts"];

    /// <summary>Rows of a source into a table or a file.</summary>
    public static PackageKind Load { get; } = new("load", PackagePurpose.Load)
    {
        Source = SourceUse.Always,
        Keys = OfLoads,
        MarksItself = true,
        IsReplayed = true,
    };

    /// <summary>A load that keeps the versions of each key.</summary>
    public static PackageKind Scd { get; } = new("scd", PackagePurpose.Load)
    {
        Source = SourceUse.Always,
        Keys = ["scd", .. OfLoads],
        Own = static () => ScdKeys.Own,
        // Versions are loaded on as any table, with all columns that they have by now.
        NotRepeated = ["kind", "scd", "columns"],
        MarksItself = true,
        ChangesTargetItself = true,
    };

    /// <summary>A load through a buffer for bursts of rows.</summary>
    public static PackageKind Absorb { get; } = new("absorb", PackagePurpose.Load)
    {
        Source = SourceUse.Written,
        Keys = ["absorb", .. OfLoads],
        Own = static () => AbsorbKeys.Own,
        ChangesTargetItself = true,
        HasBuffer = true,
    };

    /// <summary>Statements, or a procedure.</summary>
    public static PackageKind Sql { get; } = new("sql", PackagePurpose.Task)
    {
        Keys =
        [
            "sql", "script", "procedure", "arguments", "outputs", "returnCode", IdempotentKey, "sets",
            ValueKeys.NoneKey, "sqlFrom", "facts",
        ],
        Needs = new NeededKeys(["sql", "script", "procedure", "sqlFrom"], "has no statement",
            "add 'sql:' with the text, 'script:' with a file, or 'procedure:'"),
    };

    /// <summary>A look at rows, and what must hold of them.</summary>
    public static PackageKind Check { get; } = new("check", PackagePurpose.Task)
    {
        Target = TargetUse.Read,
        Keys = ["check", "facts"],
        Own = static () => CheckKeys.Own,
        Needs = new NeededKeys(["check"], "asks for nothing", "add 'check:'"),
    };

    /// <summary>A program.</summary>
    public static PackageKind Process { get; } = new("process", PackagePurpose.Task)
    {
        Target = TargetUse.None,
        Keys = ["process", IdempotentKey, "sets"],
        Needs = new NeededKeys(["process"], "names no program", "add process: {command: [PROGRAM, ARGUMENT, …]}"),
    };

    /// <summary>A load whose rows a class of a plug-in makes.</summary>
    public static PackageKind Dataflow { get; } = new("dataflow", PackagePurpose.Load)
    {
        Source = SourceUse.Written,
        Keys = [PluginKey, "options", IdempotentKey, .. OfLoads],
        Needs = new NeededKeys([PluginKey], "names no class",
            "add plugin: {assembly: FILE.dll, class: NAMESPACE.CLASS, sha256: …}"),
        // What a flow has made is loaded on as any table.
        NotRepeated = ["kind", PluginKey, "options", IdempotentKey],
        // Its rows are taken back by its load pattern.
        IsIdempotent = true,
        MarksItself = true,
    };

    /// <summary>A request to a server.</summary>
    public static PackageKind Http { get; } = new("http", PackagePurpose.Task)
    {
        Target = TargetUse.None,
        Keys = ["http", IdempotentKey],
        Needs = new NeededKeys(["http"], "sends nothing", "add http: {method: POST, url: ADDRESS}"),
    };

    /// <summary>Files that come from a file server or go there.</summary>
    public static PackageKind Transfer { get; } = new("transfer", PackagePurpose.Task)
    {
        Target = TargetUse.None,
        Keys = ["transfer"],
        Needs = new NeededKeys(["transfer"], "brings nothing anywhere",
            "add transfer: {get: PATTERN, from: FILESERVER, to: CONNECTION}, or put: in the place of get:"),
    };

    /// <summary>Statements around a batch, project or container; `hooks` is their key.</summary>
    public static PackageKind Hook { get; } = new("hook", PackagePurpose.Hook) { IsWritten = false };

    /// <summary>A load of rejected rows, where they were kept; a verb begins it.</summary>
    public static PackageKind Replay { get; } = new("replay", PackagePurpose.Replay) { IsWritten = false };

    /// <summary>A message to mailboxes; what it says stands under `message`, as `mail` of the solution is the server.
    /// </summary>
    public static PackageKind Mail { get; } = new("mail", PackagePurpose.Task)
    {
        Target = TargetUse.None,
        Keys = ["message", IdempotentKey],
        Own = static () => MailMessageKeys.Own,
        Needs = new NeededKeys(
            ["message"], "has no message", "add message: {to: [MAILBOX], subject: TEXT, body: TEXT}"),
    };

    /// <summary>Files that are copied, moved, removed, packed, unpacked or waited for.</summary>
    public static PackageKind File { get; } = new("file", PackagePurpose.Task)
    {
        Target = TargetUse.None,
        Keys = ["file"],
        Needs = new NeededKeys(["file"], "says nothing to do", "add file: {copy: FILE, to: FOLDER}, or another of its "
            + "keys"),
    };

    /// <summary>A class of a plug-in that works between loads; its key is that of a class, as `script` is a file with
    /// statements.</summary>
    public static PackageKind Script { get; } = new("script", PackagePurpose.Task)
    {
        Target = TargetUse.None,
        Keys = [PluginKey, "options", IdempotentKey, "sets", "facts"],
        Needs = new NeededKeys([PluginKey], "names no class",
            "add plugin: {assembly: FILE.dll, class: NAMESPACE.CLASS, sha256: …}"),
    };

    /// <summary>Values of the run that are reckoned from others, without a database.</summary>
    public static PackageKind Value { get; } = new("value", PackagePurpose.Task)
    {
        Target = TargetUse.None,
        Keys = ["sets"],
        Needs = new NeededKeys(["sets"], "sets nothing", "add sets: {VARIABLE: EXPRESSION}"),
        Reckons = true,
    };

    /// <summary>The kind of an object that says none.</summary>
    public static PackageKind Default => Load;

    /// <summary>All of them, in the order in which people are told of them.</summary>
    public static IReadOnlyList<PackageKind> All { get; } =
    [
        Load, Scd, Absorb, Sql, Check, Process, Dataflow, Hook, Replay,
        Mail, Http, File, Transfer, Script, Value,
    ];

    /// <summary>The words that metadata may say.</summary>
    public static IReadOnlyList<string> Written { get; } =
        [.. All.Where(kind => kind.IsWritten).Select(kind => kind.Word)];

    /// <summary>The words of those that the plan of a batch has packages of.</summary>
    public static IReadOnlyList<string> Planned { get; } =
        [.. All.Where(kind => kind.Purpose != PackagePurpose.Replay).Select(kind => kind.Word)];

    private static readonly Dictionary<string, PackageKind> ByWord =
        All.ToDictionary(kind => kind.Word, StringComparer.Ordinal);

    /// <summary>The row of a word. Where an object says none it is <see cref="Default"/>; of a word that nobody knows
    /// (a plan of another version has it) it is one without any property.</summary>
    public static PackageKind Of(string? word) => word is null ? Default
        : ByWord.GetValueOrDefault(word) ?? new PackageKind(word, PackagePurpose.Task) { IsWritten = false };

    /// <summary>Whether a key does something in an object of a kind; so does one that no kind has to itself.</summary>
    public static bool Takes(PackageKind kind, string key) => key == TargetKey
        ? kind.Target != TargetUse.None
        : kind.Keys.Contains(key) || All.All(other => !other.Keys.Contains(key));

    /// <summary>The first kind that a key does something in.</summary>
    public static PackageKind OwnerOf(string key) => All.First(kind => Takes(kind, key));

    /// <summary>The kind of the package that finds out the turns of a loop over a query or files.</summary>
    internal static PackageKind OfTurns(LoopKind loop) => loop == LoopKind.Query ? Sql : File;

    /// <summary>What stands under a key that one kind has to itself; null where it is no such key.</summary>
    internal static KindSection? OwnUnder(string key) =>
        All.Select(kind => kind.Own?.Invoke()).FirstOrDefault(own => own?.Name == key);
}
