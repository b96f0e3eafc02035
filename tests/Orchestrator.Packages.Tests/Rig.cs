using System.Collections.Concurrent;
using Orchestrator.Core;
using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Data.Sqlite;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests;

/// <summary>
/// A solution in a temporary folder: files in `in`, a database connection `Db`, and packages run in it.
/// </summary>
internal sealed class Rig : IDisposable
{
    private long _attempt = 100;

    public Rig() => Directory.CreateDirectory(Inbox);

    public string Folder { get; } = Directory.CreateTempSubdirectory("orchestrator-packages-").FullName;

    public string Inbox => Path.Combine(Folder, "in");

    public string DatabaseFile => Path.Combine(Folder, ".orchestrator", "data", "Db.db");

    public string Template { get; init; } = "{connection}.db";

    public RunResources Resources { get; init; } = new();

    public CancellationToken Cancellation { get; set; }

    public Action<long, long> Progress { get; set; } = (_, _) => { };

    public Action<string?> HeldUp { get; set; } = _ => { };

    public ConcurrentBag<WaitReason> Reasons { get; } = [];

    public Func<Connection, IPlatform?> PlatformOf { get; set; } = Platforms.Of;

    public DateTime Moment { get; set; } = new(2026, 1, 31, 2, 0, 0);

    public List<Connection> Servers { get; } = [];

    public List<ObjectDefinition> Objects { get; } = [];

    public List<Variable> Variables { get; } = [];

    public List<KnownTable> Catalog { get; } = [];

    public long LastAttempt => _attempt;

    public Solution Solution => new()
    {
        Name = "Test",
        Folder = Folder,
        Variables = Variables,
        Catalog = Catalog,
        Connections =
        [
            new Connection { Name = "Files", Platform = Platform.Files, Folder = "in", RecordSource = "CSV" },
            new Connection { Name = "Db", Platform = Platform.Sqlite, File = Template, RecordSource = "DB" },
            .. Servers,
        ],
        Batches = [],
        Projects =
        [
            new Project
            {
                Name = "Staging",
                Target = "Db",
                Containers = [new Container { Name = "Core" }, new Container { Name = "Other" }],
                Objects = Objects,
            },
        ],
        Files = [],
    };

    public static ObjectDefinition Load(string name, params ColumnDefinition[] columns) => new()
    {
        Name = name,
        Project = "Staging",
        Kind = "load",
        Container = "Core",
        Source = new ObjectSource { Connection = "Files", File = $"{name}.csv" },
        Target = new ObjectTarget("Db", null, name),
        Columns = columns,
    };

    public static ColumnDefinition Column(string name, string? type = null, int key = 0) => new()
    {
        Name = name,
        Target = name,
        DataType = type is null ? null : Type(type),
        Key = key,
    };

    public static SqlType Type(string text) =>
        SqlType.TryParse(text, out var type, out var problem) ? type : throw new ArgumentException(problem);

    public static Setting<T> Written<T>(T value) => new(value, new Metadata.Diagnostics.Origin("test.yaml", 1, 1));

    public void Write(string file, string text) => File.WriteAllText(Path.Combine(Inbox, file), text);

    public PackageResult Run(ObjectDefinition definition) => PackageKinds.All[definition.Kind].Run(Context(definition));

    public PackageContext Context(ObjectDefinition definition) => new()
    {
        Object = definition,
        Solution = Solution,
        AttemptId = Interlocked.Increment(ref _attempt),
        Run = 1,
        Folder = Folder,
        Resolve = text => text,
        ResolveConnection = text => ConnectionText.Resolve(text, each => each),
        Progress = (read, written) => Progress(read, written),
        Resources = Resources,
        HeldUp = (reason, over) =>
        {
            Reasons.Add(reason);
            HeldUp(over);
        },
        PlatformOf = connection => PlatformOf(connection),
        Moment = Moment,
        Time = TimeProvider.System,
        Cancellation = Cancellation,
    };

    /// <summary>The rows of a query, values joined by '|', NULL as ∅.</summary>
    public IReadOnlyList<string> Query(string sql, string? file = null)
    {
        using var database = SqliteFiles.OpenSource(file ?? DatabaseFile, TimeProvider.System);
        using var command = SqliteScalar.Command(database, sql, []);
        using var reader = command.ExecuteReader();
        var rows = new List<string>();
        while (reader.Read())
        {
            rows.Add(string.Join('|', Enumerable.Range(0, reader.FieldCount)
                .Select(i => reader.IsDBNull(i) ? "∅" : reader.GetString(i))));
        }

        return rows;
    }

    public void Execute(string sql)
    {
        using var database = SqliteFiles.OpenTarget(DatabaseFile, TimeProvider.System, CancellationToken.None);
        database.Execute(sql);
    }

    public void Dispose() => Directory.Delete(Folder, recursive: true);
}
