using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Files;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Flows;
using Orchestrator.Packages.Store;
using Orchestrator.Packages.Transfer;

namespace Orchestrator.Packages.Load.Source;

/// <summary>What one load reads, open.</summary>
internal sealed class LoadSource : IDisposable
{
    private CommandOutput? _output;
    private FileRowReader? _files;
    private FlowReader? _flow;
    private IFilePlace? _place;
    private bool _isCalled;
    private Func<LoadColumns, IRowReader> _passing =
        _ => throw new NotSupportedException("Files pass no rows through.");

    private LoadSource(
        IRowReader reader, string? recordSource, long bytesExpected, IDatabase? database = null)
    {
        Database = database;
        Reader = reader;
        RecordSource = recordSource;
        BytesExpected = bytesExpected;
    }

    /// <summary>The connection to its database; null = files.</summary>
    public IDatabase? Database { get; }

    public IRowReader Reader { get; private set; }

    /// <summary>What goes into the RowRecordSource column.</summary>
    public string? RecordSource { get; }

    /// <summary>The columns that it returns itself, without what the engine adds to them.</summary>
    public IReadOnlyList<RowColumn> Rows { get; private init; } = [];

    /// <summary>The columns that it has, whatever is read of them; null = nobody asked for them.</summary>
    public IReadOnlyList<RowColumn>? There { get; private init; }

    /// <summary>About how many bytes will come; 0 = unknown.</summary>
    public long BytesExpected { get; }

    /// <summary>Its platform; null = files.</summary>
    public IPlatform? Platform => Database?.Platform;

    /// <summary>In which encoding its database keeps text.</summary>
    public string TextEncoding => Database?.TextEncoding ?? "";

    /// <summary>What of the source is read; null where the object has no watermark.</summary>
    public WatermarkWindow? Window { get; private init; }

    /// <summary>What somebody should look at in it, once it was read and nobody reads any more.</summary>
    public IReadOnlyList<string> Warnings => _files?.Warnings ?? [];

    /// <summary>Whether it cannot be read once more, or should not: a pipe, a command, a procedure.</summary>
    public bool IsReadOnce => _output is not null || _isCalled || _files is { IsReadOnce: true };

    /// <summary>Rows of it that its flow has left out; 0 where it has none. Known once it was read.</summary>
    public long LeftOut => _flow?.LeftOut ?? 0;

    /// <summary>Where its database is; null = files.</summary>
    public DatabaseAddress? Address { get; private init; }

    /// <summary>The statement that reads it, and its parameters; empty = files.</summary>
    public (string Sql, IReadOnlyList<(string Name, object? Value)> Values) Statement { get; private init; } = ("", []);

    /// <summary>Opens the source of the object; null where it has no file, and that is no failure.</summary>
    /// <param name="context">The attempt.</param>
    /// <param name="start">Where the watermark stands; null where the object has none.</param>
    /// <param name="files">Chooses among its files.</param>
    /// <exception cref="DataRefusedException">It cannot be read as its format or query says.</exception>
    public static LoadSource? Open(PackageContext context, WatermarkStart? start, FilesOfLoad files)
    {
        if (context.Object.Source is null)
        {
            return OpenFlow(context);
        }

        var connection = Addresses.Find(context.Solution, context.Object.Source!.Connection);
        return connection.IsFolder
            ? OpenFiles(context, connection, start, files)
            : OpenDatabase(context, connection, start);
    }

    /// <summary>The statement that reads a table or query of a database.</summary>
    public static string StatementOf(ObjectDefinition definition, Dialect dialect) =>
        definition is { Watermark: null } or { Source.Procedure: not null }
        ? definition.Source! switch
        {
            { Query: { } query } => query.Text,
            { Procedure: { } procedure } => dialect.RowsOf(Procedures.CallOf(procedure, dialect)),
            var table => OfTable(definition, dialect, table.Where),
        }
        : WatermarkWindow.Statement(definition, dialect, hasBegin: true);

    /// <summary>The statement that reads the columns of a table.</summary>
    public static string OfTable(ObjectDefinition definition, Dialect dialect, string? where) => dialect.Select(
        dialect.Table(definition.Source!.Schema, definition.Source.Name!),
        [.. definition.Columns.Where(column => column.Value is null && definition.Plugin is null)
            .Select(column => (column.Name, column.SourceExpression))],
        where);

    /// <summary>All rows and columns that the source has, whatever is read of them.</summary>
    public static string Everything(ObjectDefinition definition, Dialect dialect)
    {
        var source = definition.Source!;
        return source.Query?.Text ?? dialect.Select(dialect.Table(source.Schema, source.Name!), [], source.Where);
    }

    /// <summary>From now on the rows come undecoded, in the order of the target's columns.</summary>
    public void PassThrough(LoadColumns columns)
    {
        Reader.Dispose();
        Reader = _passing(columns);
    }

    public void Dispose()
    {
        Reader.Dispose();
        Database?.Dispose();
        _output?.Dispose();
        _place?.Dispose();
    }

    private static LoadSource OpenDatabase(
        PackageContext context, Connection connection, WatermarkStart? start)
    {
        var access = DatabaseAccess.ToSource(context);
        var database = access.Open();
        try
        {
            using var interrupt = database.Interruption.On(context.Cancellation);
            PartsShown.Refuse(database, context.Object, access.Address);
            var window = start is null ? null : WatermarkWindow.Open(database, context, start);
            var dialect = access.Platform.Dialect;
            var call = Procedures.OfSource(context, dialect, window is null ? null : window.BoundOf);
            // A procedure is given the bounds, and reads what it will.
            var sql = call is null && window is not null
                ? window.Statement(dialect) : StatementOf(context.Object, dialect);
            (string Name, object? Value)[] values =
                [.. call?.Parameters ?? context.Values, .. window?.Bounds ?? []];
            // Asked before the reader has the connection for itself.
            var there = context.Object is { Load.Drift.Value: not null, Source: { Name: { } name } table }
                ? database.Columns(dialect.Table(table.Schema, name))
                : null;
            var rows = call is null ? Read(database, context.Object, sql, values) : database.Read(call);
            var shaped = FlowReader.Behind(rows, context, window);
            var reader = HashColumn.Behind(ConstantColumns.Behind(shaped, context.Object), context.Object);
            return new LoadSource(reader, connection.RecordSource, 0, database)
            {
                _flow = shaped as FlowReader,
                _isCalled = call is not null,
                _passing = columns => database.ReadToPass(
                    sql, [.. columns.Guarded.Select(column => column.Source)], columns.Filled, values),
                Rows = shaped.Columns,
                There = context.Object.Plugin is null ? there ?? rows.Columns : null,
                Address = access.Address,
                Statement = (sql, values),
                Window = window,
            };
        }
        catch
        {
            database.Dispose();
            throw;
        }
    }

    /// <summary>
    /// Reads rows for a guard: where it may redirect them, one with a value that cannot be read is rejected and not the
    /// end. A plug-in reads them itself.
    /// </summary>
    public static IRowReader Read(
        IDatabase database, ObjectDefinition definition, string sql,
        IReadOnlyList<(string Name, object? Value)> values)
    {
        var rows = database.Read(sql, values);
        if (definition.Plugin is null && (definition.Errors.OnError.Value == Policy.Redirect
            || definition.Columns.Any(column => column.Policies.OnRangeLoss.Value == Policy.Redirect)))
        {
            rows.NoteUnread();
        }

        return rows;
    }

    private static LoadSource? OpenFiles(
        PackageContext context, Connection connection, WatermarkStart? start, FilesOfLoad files)
    {
        if (context.Object.Source!.Command is not null)
        {
            return OpenCommand(context, connection, FileFormats.Folder(context, connection));
        }

        var place = FilePlaces.Of(context, connection);
        LoadSource? source = null;
        try
        {
            return source = OpenFiles(context, connection, place, files.Choose(connection, place, start), files);
        }
        finally
        {
            if (source is null)
            {
                place.Dispose();
            }
        }
    }

    private static LoadSource? OpenFiles(
        PackageContext context, Connection connection, IFilePlace place, IReadOnlyList<string> names, FilesOfLoad files)
    {
        if (names.Count == 0)
        {
            return null;
        }

        var reader = new FileRowReader(SourceOf(context, connection) with
        {
            Folder = place.Name,
            Pattern = context.Object.Source!.File!,
            IgnoreCase = context.Object.Source.IgnoreCase,
            Files = names,
            Stored = place.Stored,
            Member = context.Object.Source.Member,
            HeldUp = over => context.HeldUp(WaitReason.Server, over),
        }, context.Cancellation);
        files.Reader = reader;
        var bytes = context.Object.Source.Member is null
            ? BytesIn(place, reader.Files) : reader.MemberBytes;
        var shaped = FlowReader.Behind(
            FileNameColumn.Behind(reader, connection.Files.NameColumn), context, null);
        var columns = ConstantColumns.Behind(shaped, context.Object);
        return new LoadSource(HashColumn.Behind(columns, context.Object), connection.RecordSource, bytes)
        {
            _flow = shaped as FlowReader,
            Rows = context.Object.Plugin is null ? reader.Columns : shaped.Columns,
            There = context.Object.Plugin is null ? reader.Columns : null,
            _files = reader,
            _place = place,
        };
    }

    // What a server tells may add up to anything.
    private static long BytesIn(IFilePlace place, IReadOnlyList<string> files) => files
        .Select(file => Math.Max(place.BytesIn(file), 0))
        .Aggregate(0L, (sum, more) => more > long.MaxValue - sum ? long.MaxValue : sum + more);

    private static LoadSource OpenFlow(PackageContext context)
    {
        var rows = FlowReader.Alone(context);
        var columns = ConstantColumns.Behind(rows, context.Object);
        return new LoadSource(HashColumn.Behind(columns, context.Object), null, 0)
        {
            _flow = rows,
            Rows = rows.Columns,
        };
    }

    private static LoadSource OpenCommand(PackageContext context, Connection connection, string folder)
    {
        var output = CommandOutput.Of(context, connection, folder);
        try
        {
            var reader = new FileRowReader(SourceOf(context, connection) with
            {
                Folder = Path.GetDirectoryName(output.File)!,
                Pattern = Path.GetFileName(output.File),
            });
            var rows = FlowReader.Behind(
                FileNameColumn.Behind(reader, connection.Files.NameColumn), context, null);
            var columns = ConstantColumns.Behind(rows, context.Object);
            return new LoadSource(
                HashColumn.Behind(columns, context.Object), connection.RecordSource, output.Length)
            {
                _flow = rows as FlowReader,
                Rows = context.Object.Plugin is null ? reader.Columns : rows.Columns,
                There = context.Object.Plugin is null ? reader.Columns : null,
                _files = reader,
                _output = output,
            };
        }
        catch
        {
            output.Dispose();
            throw;
        }
    }

    private static SourceFiles SourceOf(PackageContext context, Connection connection) => new()
    {
        Folder = "",
        Pattern = "",
        Format = FileFormats.Read(context.Object, context.Solution)
            ?? FileFormats.Of(connection, context.Object.Source!.Format),
        Columns = [.. context.Object.Columns
            .Where(column => column.Value is null && context.Object.Plugin is null
                && column.Name != connection.Files.NameColumn)
            .Select(column => column.Name)],
        FillsMissing = context.Object is { Plugin: null, Columns.Count: 0 }
            && context.Object.Load.Drift.Value is Drift.Ignore or Drift.AddColumns,
        Limits = new ReadLimits(connection.Limits.Field, connection.Limits.Row, connection.Limits.Expanded),
        RejectsBrokenRows = context.Object.Errors.OnError.Value == Policy.Redirect,
        LooksOnly = context.LooksOnly,
        HideValues = context.HidesValues || context.Object.Columns.Any(column => column.Sensitive),
    };
}
