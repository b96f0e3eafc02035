using Orchestrator.Core.Types;
using Orchestrator.Data.Durability;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Places;

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
        [.. Databases.Where(kind => !PlaceTable.Of(kind).Driver.Abilities.HasOneWriter)];

    /// <summary>Those that work out what a statement asks for.</summary>
    public static IReadOnlyList<PlaceKind> Computing { get; } =
        [.. Databases.Where(kind => kind != PlaceKind.Wire)];

    /// <summary>Its kind.</summary>
    public abstract PlaceKind Kind { get; }

    /// <summary>How the metadata would name it.</summary>
    public abstract Connection Connection(string name);

    /// <summary>The schema that its tables stand in; null where there is none.</summary>
    public virtual string? Schema => null;

    /// <summary>The platform.</summary>
    public IPlatform Platform => PlaceTable.Of(Kind).Driver;

    /// <summary>Types for which another one stands here, or one with fewer digits, or whose values its client does not
    /// read back.</summary>
    public virtual IReadOnlyList<string> KeptOtherwise => [];

    /// <summary>Whether it keeps values that a type of that name does not hold elsewhere, as NaN.</summary>
    public virtual bool KeepsBeyondTypes => false;

    /// <summary>Whether its times have six digits and no offset, and not each number is an identifier.</summary>
    public virtual bool IsCoarse => false;

    /// <summary>How many digits behind a point its client reads.</summary>
    public virtual int DigitsRead => int.MaxValue;

    /// <summary>How many columns whose values rows share fit into a row with a number each.</summary>
    public virtual int SharedColumnsMax => int.MaxValue;

    /// <summary>A place of a kind; reports the test skipped where it is not on this machine.</summary>
    public static Place Make(PlaceKind kind) => PlaceTable.Of(kind).Make is { } make
        ? make()
        : throw new ArgumentException("files have a format and columns", nameof(kind));

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

    /// <summary>Has a table refuse a second row with a value.</summary>
    public virtual void MakeUnique(TableName table, string column) => Run(Index(table, Platform.Dialect.Quote(column)));

    /// <summary>Has a table refuse a second row with a value, and take upper and lower case for one.</summary>
    public void MakeUniqueWithoutCase(TableName table, string column) => Run(Index(table, WithoutCase(column)));

    /// <summary>What gives a column of text a default once its table is there; null where only its table gives it.
    /// </summary>
    public virtual string? Default(TableName table, string column, string value) =>
        $"ALTER TABLE {Platform.Dialect.Quote(table)} ALTER {Platform.Dialect.Quote(column)} SET DEFAULT '{value}'";

    /// <summary>What makes a trigger that leaves out each row with a number in a column, without a word; nothing where
    /// no trigger can.</summary>
    public virtual IReadOnlyList<string> LeaveOut(TableName table, string column, int number) => [];

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

    /// <summary>What an index is made of that takes upper and lower case of a column for one.</summary>
    protected virtual string WithoutCase(string column) => Platform.Dialect.Quote(column);

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

    private string Index(TableName table, string of) =>
        $"CREATE UNIQUE INDEX {table.Name}_u ON {Platform.Dialect.Quote(table)} ({of})";
}
