using Orchestrator.Core;
using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Compared;

/// <summary>
/// The rows of a table, file or query behind a connection, for who reads them as they are and loads nothing.
/// </summary>
public sealed class DataRows
{
    // What a server shows of who reads: nothing of a query stands in it.
    private const string Reader = "compare";

    private readonly DataPlace _place;
    private readonly Connection _connection;
    private readonly Solution _solution;
    private readonly PackageContext _context;
    private readonly Lazy<CatalogTable?> _found;

    /// <summary>Those of a place.</summary>
    /// <param name="solution">The solution.</param>
    /// <param name="place">The place, whose connection the solution has.</param>
    /// <param name="format">Format of a file; null = the one that is called as its ending, else csv.</param>
    /// <param name="contextOf">What an object of a solution is read with.</param>
    public DataRows(
        Solution solution, DataPlace place, string? format,
        Func<ObjectDefinition, Solution, PackageContext> contextOf)
    {
        (_solution, _place) = (solution, place);
        _connection = Addresses.Find(solution, place.Connection);
        _context = contextOf(Definition(format), AllFiles(solution, _connection)) with
        {
            HidesValues = QuotedWords.AnyIsSensitive(solution),
            LooksOnly = true,
        };
        _found = new Lazy<CatalogTable?>(Look);
    }

    /// <summary>Name of the connection.</summary>
    public string Connection => _connection.Name;

    /// <summary>Its dialect; null where it is a folder of files.</summary>
    private Dialect? Dialect => Platforms.Of(_connection)?.Dialect;

    private bool IsTable => Dialect is not null && _place.Query is null;

    private TableName Table => Dialect!.Table(_place.Table.Schema, _place.Table.Name);

    /// <summary>The columns of its key as objects of the solution declare it, as the solution's catalog has it, or the
    /// database; empty where none does.</summary>
    public IReadOnlyList<string> Key => DeclaredKey() is { Length: > 0 } declared ? declared
        : !IsTable ? []
        : KnownKey() is { Count: > 0 } known ? known
        : _found.Value is not { } table ? []
        : table.PrimaryKey.Count > 0 ? table.PrimaryKey
        : table.UniqueKeys.Count > 0 ? table.UniqueKeys[0].Columns
        : [];

    /// <summary>What a failure means, without values where any column is sensitive; null where it is a bug.</summary>
    /// <param name="fault">The failure.</param>
    public PackageError? Explain(Exception fault) => QuotedWords.Shown(
        ConnectionAccess.Explain(fault, Connection), fault, QuotedWords.AnyIsSensitive(_solution));

    /// <summary>Opens all of them.</summary>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    public IRowReader Open(CancellationToken cancellation)
    {
        var context = _context with { Cancellation = cancellation };
        var source = LoadSource.Open(context, null, new FilesOfLoad(context))!;
        return new OpenedRows(source.Reader, source.Database?.Interruption.On(cancellation), source);
    }

    /// <summary>Opens those of some keys, and maybe others; null where no statement finds them.</summary>
    /// <param name="key">The columns of the key.</param>
    /// <param name="keys">The texts of each key.</param>
    /// <param name="cancellation">Stops it.</param>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    public IRowReader? OpenKeys(
        IReadOnlyList<RowColumn> key, IReadOnlyList<IReadOnlyList<string>> keys, CancellationToken cancellation)
    {
        if (!IsTable || !key.All(KeyDialect.Knows))
        {
            return null;
        }

        var database = DatabaseAccess.ToSource(_context with { Cancellation = cancellation }).Open();
        try
        {
            var statement = new KeyDialect(Dialect!, key);
            var interrupt = database.Interruption.On(cancellation);
            var rows = database.Read(statement.Select(Table, keys.Count), KeyDialect.Values(keys));
            return new OpenedRows(rows, interrupt, rows, database);
        }
        catch (Exception fault)
        {
            database.Dispose();
            if (cancellation.IsCancellationRequested || !Faults.IsExpected(fault))
            {
                throw;
            }

            // A type of somebody's own compares with no text: all rows will tell.
            return null;
        }
    }

    /// <summary>Whether text of a column is a number, because its type has no neutral name.</summary>
    public bool IsNumberText(RowColumn column) => Dialect?.Limits(column).IsNumberText == true;

    /// <summary>
    /// The type that a column was declared with, where the platform reads it as something wider; null = it is read as
    /// it was declared, or nobody knows.
    /// </summary>
    public SqlType? DeclaredOf(RowColumn column) => IsTable
        && _found.Value?.Columns.FirstOrDefault(one => one.Name == column.Name) is { Declared.Length: > 0 } found
        && SqlType.TryParse(found.Declared, out var declared, out _) ? declared : null;

    /// <summary>The default of a column in the platform's SQL; empty = none, or nobody knows.</summary>
    public string DefaultOf(RowColumn column) => !IsTable ? ""
        : _found.Value?.Columns.FirstOrDefault(one => one.Name == column.Name)?.Default ?? "";

    /// <summary>
    /// Whether nobody may see the values of a column: an object of the solution says so of a column of that name. With
    /// one that is sensitive anywhere a query may show it under any name.
    /// </summary>
    public bool IsSensitive(RowColumn column) =>
        (_place.Query is not null && QuotedWords.AnyIsSensitive(_solution))
        || _solution.Projects.SelectMany(project => project.Objects).SelectMany(one => one.Columns)
            .Any(one => one.Sensitive && (IsSame(one.Name, column.Name) || IsSame(one.Target, column.Name)))
        || (QuotedWords.AnyIsSensitive(_solution)
            && ErrorTable.DataColumns.Any(name => IsSame(name, column.Name)));

    private static bool IsSame(string one, string other) =>
        string.Equals(one, other, StringComparison.OrdinalIgnoreCase);

    private ObjectDefinition Definition(string? format) => new()
    {
        Name = Reader,
        Project = _connection.Name,
        Container = "",
        Kind = KindTable.Default.Word,
        Source = Source(format),
        Target = new ObjectTarget(_connection.Name, null, Reader),
    };

    private ObjectSource Source(string? format)
    {
        var source = new ObjectSource { Connection = _connection.Name };
        if (_connection.IsFolder)
        {
            var ending = Path.GetExtension(_place.Name).TrimStart('.').ToLowerInvariant();
            return source with
            {
                File = _place.Name,
                Format = format ?? (_connection.Formats.ContainsKey(ending) ? ending : source.Format),
            };
        }

        return _place.Query is { } query
            ? source with { Query = new SqlText(query, null, default) }
            : source with
            {
                Schema = _place.Table.Schema,
                Name = _place.Table.Name,
                WrittenBy = Writers().Select(one => new TableWriter(one.Project, one.Container, one.Name))
                    .FirstOrDefault(),
            };
    }

    // Which files are loaded once, and where they go then, is not of who looks at them.
    private static Solution AllFiles(Solution solution, Connection connection) => solution with
    {
        Connections =
        [
            .. solution.Connections.Select(one => one != connection ? one : one with
            {
                Files = one.Files with
                {
                    Take = one.Files.Take == FileTake.New ? FileTake.All : one.Files.Take,
                    Archive = null,
                    OnNone = NoFiles.Fail,
                    NameColumn = null,
                },
            }),
        ],
    };

    private IEnumerable<ObjectDefinition> Writers() => Objects().Where(one => one.IsLoad
        && one.Target.Connection == _connection.Name && IsHere(one.Target.Schema, one.Target.Name));

    private IEnumerable<ObjectDefinition> Objects() => _solution.Projects.SelectMany(project => project.Objects);

    private bool IsHere(string? schema, string? name) => name is not null && (Dialect is { } dialect
        ? _place.Query is null && dialect.Fold(dialect.Table(schema, name)) == dialect.Fold(Table)
        : name == _place.Name);

    private string[] DeclaredKey()
    {
        static string[] Of(ObjectDefinition one, Func<ColumnDefinition, string> nameOf) =>
            [.. one.Columns.Where(column => column.Key > 0).OrderBy(column => column.Key).Select(nameOf)];
        return Writers().Select(one => Of(one, column => column.Target))
            .Concat(Objects().Where(one => one.Source is { } source && source.Connection == _connection.Name
                && IsHere(source.Schema, source.Name ?? source.File)).Select(one => Of(one, column => column.Name)))
            .FirstOrDefault(key => key.Length > 0) ?? [];
    }

    private CatalogTable? Look()
    {
        try
        {
            using var database = DatabaseAccess.ToSource(_context).Open();
            using var interrupt = database.Interruption.On(_context.Cancellation);
            return database.Platform.Dialect.ByTable(database.Tables(), table => table.Name).Find(Table);
        }
        catch (Exception fault) when (fault is not OperationCanceledException && Faults.IsExpected(fault))
        {
            // Who may read a table may not always see what it is made of; opening the rows tells what is wrong.
            _context.Cancellation.ThrowIfCancellationRequested();
            return null;
        }
    }

    private IReadOnlyList<string>? KnownKey() =>
        CatalogTables.Find(_solution, Connection, _place.Table.Schema, _place.Table.Name)?.PrimaryKey;
}
