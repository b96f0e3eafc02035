using Orchestrator.Data.Conformance.Places;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Data.Conformance;

/// <summary>Runs load packages from one place, or from files, into another, as a run would.</summary>
internal sealed class Loading : IDisposable
{
    private static long _attempts = 100;

    private readonly Place? _from;
    private readonly Place _to;

    public Loading(Place? from, Place to)
    {
        (_from, _to) = (from, to);
        Directory.CreateDirectory(Inbox);
    }

    /// <summary>A folder of its own.</summary>
    public string Folder { get; } = Directory.CreateTempSubdirectory("orchestrator-conformance-").FullName;

    /// <summary>What stops the packages.</summary>
    public CancellationToken Cancellation { get; set; }

    /// <summary>The number of the run that the packages belong to. Default: 1.</summary>
    public long Number { get; set; } = 1;

    /// <summary>When the run began. Default: at the beginning of time.</summary>
    public DateTime Moment { get; set; }

    /// <summary>Told when a package waits, over whom, and with null when it goes on.</summary>
    public Action<string?> OnHeldUp { get; set; } = _ => { };

    /// <summary>What the ledger says of the target. Default: they agree.</summary>
    public Func<TargetMarker?, IReadOnlyList<string>, LedgerAnswer> Compare { get; set; } =
        (_, _) => new LedgerAnswer();

    /// <summary>The newest load of the package in the ledger. Default: none.</summary>
    public Func<long> LastLoad { get; set; } = () => 0;

    /// <summary>The number of the last attempt.</summary>
    public long Attempt { get; private set; }

    /// <summary>Whether an earlier attempt may be recorded by the one that runs now. Default: none.</summary>
    public Func<long, bool> MayFinish { get; set; } = _ => false;

    private string Inbox => Path.Combine(Folder, "in");

    /// <summary>A setting that somebody wrote.</summary>
    public static Setting<T> Written<T>(T value) => new(value, new Origin("test.yaml", 1, 1));

    /// <summary>A column.</summary>
    public static ColumnDefinition Column(string name, string? type = null, int key = 0) => new()
    {
        Name = name,
        Target = name,
        DataType = type is null ? null : Place.Type(type),
        Key = key,
    };

    /// <summary>One policy for all that a value may lose; null = as `onError` says.</summary>
    public static Policies Policies(Policy policy) => new()
    {
        OnTruncation = Written(policy),
        OnScaleLoss = Written(policy),
        OnEncodingLoss = Written(policy),
        OnRangeLoss = Written(policy == Policy.Truncate ? Policy.Redirect : policy),
        OnNull = Written(policy == Policy.Truncate ? Policy.Redirect : policy),
    };

    /// <summary>A load from a file, or from a table, into a table.</summary>
    public ObjectDefinition Load(
        string source, TableName target, params IReadOnlyList<ColumnDefinition> columns) => new()
        {
            Name = target.Name,
            Project = "Staging",
            Kind = "load",
            Container = "Core",
            Source = _from switch
            {
                null => new ObjectSource { Connection = "From", File = source },
                FilesPlace files => new ObjectSource { Connection = "From", File = source, Format = files.Format.Name },
                _ => new ObjectSource { Connection = "From", Schema = _from.Schema, Name = source },
            },
            Target = new ObjectTarget("To", target.Schema, target.Name) { Format = (_to as FilesPlace)?.Format.Name },
            Columns = columns,
            Errors = new ErrorOptions { Table = Written("@@this_err") },
        };

    /// <summary>Where the rejected rows of a target go.</summary>
    public static TableName ErrorsOf(TableName target) => target with { Name = target.Name + "_err" };

    /// <summary>Writes a source file.</summary>
    public void Write(string file, string text) => File.WriteAllText(Path.Combine(Inbox, file), text);

    /// <inheritdoc cref="Write(string, string)"/>
    public void Write(string file, byte[] bytes) => File.WriteAllBytes(Path.Combine(Inbox, file), bytes);

    /// <summary>A source file to write to.</summary>
    public StreamWriter Write(string file) => new(Path.Combine(Inbox, file));

    /// <summary>Runs a load.</summary>
    public PackageResult Run(ObjectDefinition definition) => PackageKinds.All[definition.Kind].Run(new PackageContext
    {
        Object = definition,
        Solution = Solution(definition),
        AttemptId = Attempt = Interlocked.Increment(ref _attempts),
        Run = Number,
        Moment = Moment,
        Folder = Folder,
        Resolve = text => text,
        ResolveConnection = text => ConnectionText.Resolve(text, each => each),
        Progress = (_, _) => { },
        Resources = new RunResources(),
        HeldUp = (_, over) => OnHeldUp(over),
        Past = new() { Compare = Compare, LastLoad = LastLoad, MayFinish = MayFinish },
        Time = TimeProvider.System,
        Cancellation = Cancellation,
    });

    /// <summary>The codes of what is wrong with a load in the metadata, with a blank between.</summary>
    public string Check(ObjectDefinition definition) => string.Join(
        ' ', PackageKinds.All[definition.Kind].Check(definition, Solution(definition)).Select(wrong => wrong.Code));

    /// <summary>The statements that a load sends, as they are shown.</summary>
    public IEnumerable<SqlStatement> Statements(ObjectDefinition definition) =>
        PackageKinds.All[definition.Kind].Statements(definition, Solution(definition));

    /// <inheritdoc/>
    public void Dispose() => Directory.Delete(Folder, recursive: true);

    private Solution Solution(ObjectDefinition definition) => new()
    {
        Name = "Test",
        Folder = Folder,
        Connections =
        [
            _from?.Connection("From") ?? new Connection
            {
                Name = "From", Platform = Platform.Files, Folder = "in", RecordSource = "CSV",
            },
            _to.Connection("To"),
        ],
        Batches = [],
        Projects =
        [
            new Project
            {
                Name = "Staging",
                Target = "To",
                Containers = [new Container { Name = "Core" }],
                Objects = [definition],
            },
        ],
        Files = [],
    };
}
