using Orchestrator.Core.Types;
using Orchestrator.Data.Durability;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Data.Conformance.Places;

/// <summary>Where the suite runs.</summary>
public enum PlaceKind
{
    /// <summary>A file of SQLite.</summary>
    Sqlite,

    /// <summary>A real PostgreSQL server.</summary>
    PostgreSql,

    /// <summary>The SQL Server client and driver against a scripted server that keeps rows.</summary>
    Wire,

    /// <summary>A live SQL Server, where one is named; else its tests are skipped by name.</summary>
    SqlServer,

    /// <summary>A real MariaDB server.</summary>
    MariaDb,

    /// <summary>A folder of files.</summary>
    Files,
}

/// <summary>
/// A database of the tests' own on one platform, reached as the engine reaches it, and looked at past the engine.
/// </summary>
internal abstract class Place : IDisposable
{
    private static int _tables;

    /// <summary>Those that are databases: the suite is inherited once for each.</summary>
    public static IReadOnlyList<PlaceKind> Databases { get; } =
        [.. Enum.GetValues<PlaceKind>().Where(kind => kind != PlaceKind.Files)];

    /// <summary>Those that several sessions write at a time.</summary>
    public static IReadOnlyList<PlaceKind> Servers { get; } =
        [.. Databases.Where(kind => kind != PlaceKind.Sqlite)];

    /// <summary>Those that work out what a statement asks for.</summary>
    public static IReadOnlyList<PlaceKind> Computing { get; } =
        [.. Databases.Where(kind => kind != PlaceKind.Wire)];

    /// <summary>Its kind.</summary>
    public abstract PlaceKind Kind { get; }

    /// <summary>How the metadata would name it.</summary>
    public abstract Connection Connection(string name);

    /// <summary>The schema that its tables stand in; null where there is none.</summary>
    public virtual string? Schema => null;

    /// <summary>Whether the driver of SQL Server is at work.</summary>
    public bool IsSqlServer => Kind is PlaceKind.Wire or PlaceKind.SqlServer;

    /// <summary>The platform.</summary>
    public IPlatform Platform => Platforms.Of(Connection("Db"))!;

    /// <summary>A place of a kind; reports the test skipped where it is not on this machine.</summary>
    public static Place Make(PlaceKind kind) => kind switch
    {
        PlaceKind.Sqlite => new SqlitePlace(),
        PlaceKind.PostgreSql => new PostgreSqlPlace(),
        PlaceKind.Wire => new WirePlace(),
        PlaceKind.SqlServer => SqlServerPlace.Start(),
        PlaceKind.MariaDb => new MariaDbPlace(),
        PlaceKind.Files => throw new ArgumentException("files have a format and columns", nameof(kind)),
        _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, "nobody has said how such a place is made"),
    };

    /// <summary>A type by its name.</summary>
    public static SqlType Type(string text) =>
        SqlType.TryParse(text, out var type, out var problem) ? type : throw new ArgumentException(problem);

    /// <summary>A name that no table has.</summary>
    public virtual TableName NewTable(string name = "t") =>
        Platform.Dialect.Table(Schema, $"{name}_{Next()}");

    /// <summary>A number that was not given before.</summary>
    protected static int Next() => Interlocked.Increment(ref _tables);

    /// <summary>Opens it as a package would.</summary>
    public IDatabase Open(
        bool isTarget = true, bool isRelaxed = false, CancellationToken cancellation = default) =>
        Platform.Open(Address, Use(cancellation) with { IsTarget = isTarget, IsRelaxed = isRelaxed });

    /// <summary>Opens it as a package would whose run can lose its right to write.</summary>
    public IDatabase OpenBehind(Action fence) => Platform.Open(Address, Use(default) with { Fence = fence });

    /// <summary>Opens the session that looks after its durability, of the database where that can be chosen.</summary>
    public virtual IDurability OpenDurability() => Platform.OpenDurability(Address, Use(default), ofDatabase: false);

    /// <summary>Where it is.</summary>
    protected DatabaseAddress Address => new()
    {
        Connection = "Db",
        File = Connection("Db").IsServer ? "" : Connection("Db").ConnectionString!["Data Source=".Length..],
        ConnectionString = Connection("Db").IsServer ? Connection("Db").ConnectionString! : "",
        RowBytesMax = int.MaxValue,
    };

    /// <summary>How it is opened.</summary>
    protected static DatabaseUse Use(CancellationToken cancellation) => new()
    {
        IsTarget = true,
        Time = TimeProvider.System,
        Cancellation = cancellation,
        Application = "orchestrator 7@0123abcd Stage/customer",
    };

    /// <summary>Runs a statement in it, past the engine.</summary>
    public abstract void Run(string sql);

    /// <summary>
    /// Rows of a table in the order of its first column, as the platform's own client gives them; null = NULL.
    /// </summary>
    public abstract IReadOnlyList<object?[]> Stored(TableName table, IReadOnlyList<string> columns);

    /// <summary>The rows that a load into the table rejected, as <see cref="Stored"/> gives rows.</summary>
    public virtual IReadOnlyList<object?[]> Rejected(TableName table, IReadOnlyList<string> columns) =>
        Stored(Conformance.Loading.ErrorsOf(table), columns);

    /// <summary>Makes it anew, where each connection first reads the names of all tables that were ever made.</summary>
    public virtual void Empty()
    {
    }

    /// <inheritdoc/>
    public abstract void Dispose();

    /// <summary>The statement that <see cref="Stored"/> sends.</summary>
    protected string Select(TableName table, IReadOnlyList<string> columns) =>
        $"SELECT {string.Join(", ", columns.Select(Platform.Dialect.Quote))} FROM {Platform.Dialect.Quote(table)} "
        + $"ORDER BY {Platform.Dialect.Quote(columns[0])}";

    /// <summary>All rows of a client's reader.</summary>
    protected static IReadOnlyList<object?[]> All(System.Data.Common.DbDataReader reader)
    {
        var rows = new List<object?[]>();
        while (reader.Read())
        {
            var row = new object?[reader.FieldCount];
            for (var i = 0; i < row.Length; i++)
            {
                row[i] = reader.IsDBNull(i) ? null : reader.GetValue(i);
            }

            rows.Add(row);
        }

        return rows;
    }
}
